/** The tray's text about the listeners: short, and never better than the real state. */
import type { ListenerRunning } from '../../../preload/contract/api/alerts/listener.ts'
import { environmentWords, type Environment } from '../../../preload/contract/domain/environment.ts'

/** One profile's listener. */
export interface ListenerLine {
  readonly profileId: string
  readonly name: string
  readonly environment: Environment
  readonly running: ListenerRunning['state']
  /** The listener answers, but deliveries cannot be stored. */
  readonly isNotStoring: boolean
}

const stateWord = ({ running, isNotStoring }: ListenerLine): string =>
  running === 'listening' && isNotStoring ? 'not storing' : running

/** Returns a line of the menu, such as `Ridgeway Treasury · Production: listening`. */
export const wordsOf = (line: ListenerLine): string =>
  `${line.name} · ${environmentWords[line.environment]}: ${stateWord(line)}`

/**
 * Returns the tooltip: problems before working listeners. Short, because some systems cut it at 127
 * characters.
 */
export function tooltipOf(lines: readonly ListenerLine[]): string {
  const count = (word: string): number => lines.filter((line) => stateWord(line) === word).length
  const some = (word: string): string =>
    lines.length === 1 ? word : `${count(word)} of ${lines.length} ${word}`
  const first = ['not storing', 'failed', 'starting', 'listening'].find((word) => count(word) > 0)
  return `Countersign: ${first === undefined ? 'no listener runs' : some(first)}`
}

/** Escapes `&`, which menus read as the mark of a shortcut. */
export const plainLabel = (text: string): string => text.replaceAll('&', '&&')

function takenWords(lines: readonly ListenerLine[]): string {
  if (lines.some((line) => stateWord(line) === 'not storing'))
    return 'Some alerts cannot be stored: see its window.'
  return lines.some((line) => stateWord(line) === 'listening')
    ? 'Alerts still come in.'
    : 'No alerts are taken at the moment.'
}

/** Returns the notification shown once, when the window closes and the program goes on. */
export const goesOn = (lines: readonly ListenerLine[]): { title: string; body: string } => ({
  title: 'Countersign goes on',
  body: [
    'Its window is closed.',
    takenWords(lines),
    'The icon in the tray, or starting it again, shows the window; Quit ends the program.',
  ].join(' '),
})
