export { codeOf, isMissing } from "./error-codes.ts";
export { nodeFiles, type AppendFile, type FileHost } from "./file-host.ts";
export { cannotBeWritten } from "./faults.ts";
export { createExclusively, writeAtomically } from "./atomic-file.ts";
export { takeClaim, type Claim } from "./claim.ts";
export { liveness, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
export { readJournal, type JournalContent, type JournalWriter } from "./journal.ts";
export { inlineBytes, type OutputStore } from "./outputs.ts";
export { alreadyDecided, type FoundGate, type HeldRun, type RunFolder } from "./run-folder.ts";
export { failureOf, historyOf, type GateHistory, type RunHistory, type StepHistory } from "./run-history.ts";
export { pruneRuns, type PruneOptions } from "./prune-runs.ts";
export { openState, type NewRun, type StateFolder, type StateHost } from "./state-folder.ts";
export { openValues, type ValueStore } from "./values.ts";
export { decodeToken, encodeToken, newKey, type Token } from "./token.ts";
export {
  isInputRecord,
  stateVersion,
  StateError,
  type Charge,
  type Decision,
  type GateOpened,
  type GateRecord,
  type InputRecord,
  type JournalEntry,
  type JournalRecord,
  type RunHeader,
  type RunStatus,
  type RunSummary,
  type Signature,
  type Stored,
} from "./types.ts";
