import { describe, expect, it } from 'vitest'
import { trustedSender, type SenderEvent } from '../../../../main/shell/security/trusted-sender.ts'

const frame = (url: string, parent: object | null = null): object => ({ url, parent })
const sender = { isDestroyed: () => false }
const event = (senderFrame: object | null, from: object = sender): SenderEvent =>
  ({ sender: from, senderFrame }) as unknown as SenderEvent
const isTrusted = trustedSender(
  (contents) => (contents as unknown) === sender,
  ['countersign://app'],
)

describe('a trusted sender', () => {
  it('is the main frame of our window on our origin', () => {
    expect(isTrusted(event(frame('countersign://app/index.html')))).toBe(true)
    expect(isTrusted(event(frame('countersign://app/index.html#/validation')))).toBe(true)
  })

  const strangers: [string, SenderEvent][] = [
    ['a frame that has gone', event(null)],
    ['a frame inside our document', event(frame('countersign://app/index.html', {}))],
    ['another host of our scheme', event(frame('countersign://other/index.html'))],
    ['our name under another scheme', event(frame('https://app/index.html'))],
    ['a file', event(frame('file:///countersign/app'))],
    ['an origin that begins like ours', event(frame('countersign://app.example/'))],
    ['our origin as user info', event(frame('https://countersign:app@example.invalid/'))],
    ['no address', event(frame(''))],
    ['a window that is not ours', event(frame('countersign://app/'), { isDestroyed: () => false })],
    ['a window that has gone', event(frame('countersign://app/'), { isDestroyed: () => true })],
  ]
  it.each(strangers)('is not %s', (_name, stranger) => {
    expect(isTrusted(stranger)).toBe(false)
  })
})
