/** Events in Electron's shape. */
import { EventEmitter } from 'node:events'

/**
 * The base of every emitter of the stand-in: strictClass changes this prototype chain, not Node's.
 */
export class Emitter extends EventEmitter {}

/** An event with `preventDefault()`, carrying what its kind carries. */
export type StandInEvent<T extends object = object> = T & {
  preventDefault(): void
  readonly defaultPrevented: boolean
}

export function makeEvent<T extends object>(carried?: T): StandInEvent<T> {
  let isPrevented = false
  const event = {
    ...carried,
    preventDefault: () => {
      isPrevented = true
    },
  }
  Object.defineProperty(event, 'defaultPrevented', { get: () => isPrevented, enumerable: true })
  return event as StandInEvent<T>
}

/**
 * Ignores a failure that is reported elsewhere, or means only that a window was closed meanwhile.
 */
export function ignoreFailure(promise: Promise<unknown>): void {
  promise.catch(() => undefined)
}
