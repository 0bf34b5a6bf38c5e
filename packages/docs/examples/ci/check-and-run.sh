#!/bin/sh
# A CI job for a repository that holds workflows/release.lobster and its committed plan, workflows/release.plan.json.
# Exit codes: 0 done, 10 the run waits at a gate (the file `paused.json` says which), anything else is a failure.
set -eu

workflow=workflows/release.lobster
plan=workflows/release.plan.json

# 1. Every fault of every workflow at once.
lobster check workflows

# 2. The committed plan is what the source compiles to: what was reviewed is what runs.
lobster compile "$workflow" --check "$plan"

# 3. Run the plan. A gate ends the job with 10, so that the CI system can show it as waiting.
code=0
lobster run --mode tool --exit-code "$plan" > result.json || code=$?
if [ "$code" = 10 ]; then
  mv result.json paused.json
  echo "waiting for approval: lobster resume --id $(sed -n 's/.*"approvalId": "\(.*\)".*/\1/p' paused.json) --approve yes"
fi
exit "$code"
