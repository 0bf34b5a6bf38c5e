#!/bin/sh
# Stands for programs that examples call (inbox, gh, curl …): the same answer always, no network, no change of anything.
cat <<'END'
[{"id":"1","status":"open","subject":"One","from":"Ana <ana@example.com>"},{"id":"2","status":"done","subject":"Two: it's \"late\"","from":"Bo <bo@example.com>"}]
END
