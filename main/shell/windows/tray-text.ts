/** The tray's text about the listeners: short, and never better than the real state. */
import type { ListenerRunning } from '../../../preload/contract/api/alerts/listener.ts'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import {
  alertsWhileClosed,
  listenerLabels,
  stillRunning,
  trayLine,
  trayTooltip,
} from '../../../preload/contract/text/desktop.ts'

/** One profile's listener. */
export interface ListenerLine {
  readonly profileId: string
  readonly name: string
  readonly environment: Environment
  readonly running: ListenerRunning['state']
  /** The listener answers, but deliveries cannot be stored. */
  readonly isNotStoring: boolean
}

type State = keyof typeof listenerLabels
const stateOf = ({ running, isNotStoring }: ListenerLine): State =>
  running === 'listening' && isNotStoring ? 'not-storing' : running

/** Returns a line of the menu. */
export const lineText = (line: ListenerLine): string =>
  trayLine(line.name, line.environment, listenerLabels[stateOf(line)])

/**
 * Returns the tooltip: problems before working listeners. Short, because some systems cut it at 127
 * characters.
 */
export function tooltipOf(lines: readonly ListenerLine[]): string {
  const count = (state: State): number => lines.filter((line) => stateOf(line) === state).length
  const some = (state: State): string =>
    lines.length === 1
      ? listenerLabels[state]
      : `${count(state)} of ${lines.length} ${listenerLabels[state]}`
  const first = worstFirst.find((state) => count(state) > 0)
  return trayTooltip(first === undefined ? null : some(first))
}

const worstFirst = ['not-storing', 'failed', 'starting', 'listening', 'standby'] as const

/** Escapes `&`, which menus read as the mark of a shortcut. */
export const plainLabel = (text: string): string => text.replaceAll('&', '&&')

/** Returns the notification shown once, when the window closes and the program goes on. */
export function goesOn(lines: readonly ListenerLine[]): { title: string; body: string } {
  const isAny = (state: State): boolean => lines.some((line) => stateOf(line) === state)
  const alerts = (['not-storing', 'listening', 'standby'] as const).find(isAny) ?? 'none'
  return stillRunning(alertsWhileClosed[alerts])
}
