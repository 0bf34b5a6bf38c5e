#!/usr/bin/env node
"use strict";

// The stage `openclaw.invoke` as a program of its own.
process.argv.splice(2, 0, "invoke-tool", "openclaw.invoke");
require("./lobster.cjs");
