/** The keys of a run. */
import type { BulkRun } from '../../../../../preload/contract/api/bulk/run.ts'
import { useShortcuts, type Shortcut } from '../../../../state/shortcuts.ts'
import type { Question } from './run-questions.ts'

interface RunKeys {
  readonly run: () => BulkRun | undefined
  /** The details of a row are open. */
  readonly isOpen: () => boolean
  readonly isBehind: () => boolean
  /** Number of rows of a finished run without a result about the account. */
  readonly failed: () => number
  readonly pause: () => void
  readonly resume: () => void
  readonly prompt: (question: Question) => void
  readonly reopenFile: () => void
  readonly search: () => void
  readonly toggleRaw: () => void
  readonly catchUp: () => void
  /** Opens the held-back rows for correction. */
  readonly correct: () => void
  readonly close: () => void
  readonly back: () => void
}

const rests = ['paused', 'interrupted']
const key = (
  id: string,
  keys: string,
  title: string,
  run: () => void,
  when?: () => boolean,
): Shortcut => ({ id: `bulk.${id}`, keys, title, group: 'Bulk validation', run, when })

/** Registers the keys while the run is on the screen. */
export function useRunShortcuts(keys: RunKeys): void {
  const stateOf = (): string => keys.run()?.state ?? ''
  const isRunning = (): boolean => stateOf() === 'running'
  const isResting = (): boolean => rests.includes(stateOf())
  const needsFile = (): boolean =>
    (isRunning() || isResting()) && (keys.run()?.withoutPersonalNumbers ?? 0) > 0
  const hasUnknown = (): boolean =>
    (isRunning() || isResting()) && (keys.run()?.counts.unknown ?? 0) > 0
  useShortcuts([
    key('pause', 'Mod+P', 'Pause the run', keys.pause, isRunning),
    key('resume', 'Mod+P', 'Resume the run', keys.resume, isResting),
    key(
      'stop',
      'Mod+Shift+X',
      'Stop the run permanently',
      () => keys.prompt({ kind: 'stop' }),
      () => isRunning() || isResting(),
    ),
    key(
      'again',
      'Mod+Shift+A',
      'Send the unknown rows again',
      () => keys.prompt({ kind: 'again', rows: null }),
      hasUnknown,
    ),
    key(
      'failed',
      'Mod+Shift+A',
      'Query the failed rows of a finished run again',
      () => keys.prompt({ kind: 'failed', rows: keys.failed() }),
      () => keys.failed() > 0,
    ),
    key('file', 'Mod+Shift+O', 'Choose the file of the run again', keys.reopenFile, needsFile),
    key(
      'correct',
      'F2',
      'Correct the held-back rows of an ended run',
      keys.correct,
      () => (keys.run()?.correctable ?? 0) > 0,
    ),
    key('search', 'Mod+F', 'Search the rows', keys.search),
    key('raw', 'Mod+J', 'Show raw or explained answer', keys.toggleRaw, keys.isOpen),
    key('news', 'Mod+U', 'Show changes made meanwhile', keys.catchUp, keys.isBehind),
    key('back', 'Escape', 'Back to the runs', keys.back, () => !keys.isOpen()),
    key('close', 'Escape', 'Close the row', keys.close, keys.isOpen),
  ])
}
