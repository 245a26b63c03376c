/** The main frame of one document. Nested frames are not modelled: they get no preload, so they cannot send. */
import { strictClass } from '../strict.ts'
import { originOf } from '../scheme-alias.ts'
import type { StandInWebContents } from './web-contents.ts'

/** One object per document, as in Electron: `event.senderFrame === event.sender.mainFrame`. */
export class StandInFrame {
  readonly parent = null
  readonly frames: StandInFrame[] = []
  readonly name = ''
  readonly routingId = 1
  readonly frameToken: string
  readonly #contents: StandInWebContents
  #isCurrent = true
  #url: string

  constructor(contents: StandInWebContents, url: string) {
    this.#contents = contents
    this.#url = url
    this.frameToken = contents.page?.targetId ?? ''
  }

  /** Kept up to date while the document lives: its fragment and history may change. */
  get url(): string {
    return this.#url
  }
  get origin(): string {
    return originOf(this.#url)
  }
  get processId(): number {
    return this.#contents.id
  }
  get top(): this {
    return this
  }
  get framesInSubtree(): this[] {
    return [this]
  }
  get detached(): boolean {
    return !this.#isCurrent
  }
  isDestroyed(): boolean {
    return !this.#isCurrent || this.#contents.isDestroyed()
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.#isCurrent) this.#contents.send(channel, ...args)
  }
  executeJavaScript(code: string): Promise<unknown> {
    return this.#contents.executeJavaScript(code)
  }

  /** The stand-in's own: the document's address changed without a new document. */
  moveTo(url: string): void {
    this.#url = url
  }
  /** The stand-in's own: another document took its place. */
  replace(): void {
    this.#isCurrent = false
  }
}
strictClass(StandInFrame, 'WebFrameMain')
