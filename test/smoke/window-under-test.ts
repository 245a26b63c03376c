/** The window from main's side: its calls, fields and buttons, without a debugger. */
import type { WebContents } from 'electron'
import { comesTrue } from './comes-true.ts'

/** The longest wait for a text: a slow computer starts the practice bank meanwhile. */
export const patienceMs = 60_000

interface Answer {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string }
}

export class WindowUnderTest {
  readonly #contents: WebContents

  constructor(contents: WebContents) {
    this.#contents = contents
  }

  /** Calls a channel as the window does, and returns its value. Rejects with a failure. */
  async call(channel: string, input?: unknown): Promise<unknown> {
    const answer = await this.#answer(channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
    return answer.value
  }

  /** Calls a channel after which the window loads again, perhaps before it hears the answer. */
  async callAndReload(channel: string, input: unknown): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.#contents.once('did-finish-load', () => resolve())
    })
    const lost = (): Answer => ({ ok: true })
    const answer = await this.#answer(channel, input).catch(lost)
    if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
    await loaded
  }

  /** Rejects unless the channel answers with this failure. */
  async refuses(channel: string, code: string): Promise<void> {
    const answer = await this.#answer(channel)
    if (answer.error?.code !== code) throw new Error(`${channel}: ${JSON.stringify(answer)}`)
  }

  /** Waits until the page shows a text. */
  shows(text: string): Promise<void> {
    return this.#until(`document.body.innerText.includes(${JSON.stringify(text)})`, text)
  }

  /** Waits for a button of this name that does something, and clicks it. */
  press(name: string): Promise<void> {
    return this.#until(
      `(() => {
        const buttons = [...document.querySelectorAll('button:enabled:not([aria-disabled=true])')]
        const button = buttons.find((one) => one.innerText.trim() === ${JSON.stringify(name)})
        button?.click()
        return button !== undefined
      })()`,
      `the button ${name}`,
    )
  }

  /** Waits for the field with this label, and types into it. */
  async type(label: string, text: string): Promise<void> {
    await this.#until(
      `(() => {
        const labels = [...document.querySelectorAll('label')]
        const field = labels.find((one) => one.innerText.replace('*', '').trim() === ${JSON.stringify(label)})?.control
        field?.focus()
        return field !== undefined && document.activeElement === field
      })()`,
      `the field ${label}`,
    )
    await this.#run(`document.execCommand('insertText', false, ${JSON.stringify(text)})`)
  }

  async #answer(channel: string, input?: unknown): Promise<Answer> {
    const args = JSON.stringify(input === undefined ? [channel] : [channel, input])
    return (await this.#run(`window.countersign.invoke(...${args})`)) as Answer
  }

  async #until(condition: string, what: string): Promise<void> {
    if (await comesTrue(patienceMs, async () => (await this.#run(condition)) === true)) return
    const page = String(await this.#run('document.body.innerText'))
    const typed = await this.#run(
      `[...document.querySelectorAll('input')].map(({ value }) => value)`,
    )
    const shown = `${page.replaceAll(/\s+/g, ' ')} ${JSON.stringify(typed)}`
    throw new Error(`${what} was not found on: ${shown}`)
  }

  #run(code: string): Promise<unknown> {
    return this.#contents.executeJavaScript(code, true) as Promise<unknown>
  }
}
