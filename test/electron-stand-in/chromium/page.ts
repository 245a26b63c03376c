/** One page of Chromium: its session on the DevTools protocol and the frames in it. */
import { ignoreFailure } from '../events.ts'
import type { Pipe } from './pipe.ts'
import type { Answers, Commands } from './protocol.ts'

/** A page that Chromium has attached. */
export class Page {
  readonly sessionId: string
  /** Also the id of its main frame. */
  readonly targetId: string
  readonly childFrames = new Set<string>()
  readonly pipe: Pipe

  constructor(pipe: Pipe, sessionId: string, targetId: string) {
    this.pipe = pipe
    this.sessionId = sessionId
    this.targetId = targetId
  }

  /** Sends a command to this page. */
  send<M extends keyof Commands>(method: M, params?: Commands[M]): Promise<Answers[M]> {
    return this.pipe.send(method, params, this.sessionId)
  }

  /** Sends a command without waiting for the answer. */
  sendCommand<M extends keyof Commands>(method: M, params?: Commands[M]): void {
    ignoreFailure(this.send(method, params))
  }
}
