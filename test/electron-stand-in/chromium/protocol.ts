/** Chromium's DevTools protocol in types. Playwright ships them and does not export them. */
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }

/** Every command with its parameters. */
export type Commands = Protocol.CommandParameters
/** The result of each command. */
export type Answers = Protocol.CommandReturnValues

/** Every event, with the session of the page that it is about. */
export type CdpEvent = {
  [Method in keyof Protocol.Events]: {
    readonly method: Method
    readonly params: Protocol.Events[Method]
    readonly sessionId?: string
  }
}[keyof Protocol.Events]
