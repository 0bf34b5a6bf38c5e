#!/usr/bin/env node
"use strict";

// The stage `clawd.invoke` as a program of its own.
process.argv.splice(2, 0, "invoke-tool", "clawd.invoke");
require("./lobster.cjs");
