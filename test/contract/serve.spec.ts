/** Every channel is registered with Electron: one handler each, behind the sender check. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Handlers } from '../../main/platform/handlers.ts'
import { channels } from '../../preload/contract/api/channels.ts'
import { channelPrefix } from '../../preload/contract/api/envelope.ts'
import { noDialogs } from '../unit/support/no-dialogs.ts'

type Registered = (event: unknown, input: unknown) => unknown
const registered = new Map<string, Registered[]>()
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, handler: Registered) => {
      registered.set(channel, [...(registered.get(channel) ?? []), handler])
    },
  },
}))
const { serve } = await import('../../main/shell/ipc/serve.ts')

const callable = [...channels]
  .filter(([, definition]) => definition.kind !== 'event')
  .map(([name]) => name)
const events = [...channels]
  .filter(([, definition]) => definition.kind === 'event')
  .map(([name]) => name)
const reached = vi.fn()
const reported: string[] = []

const handlers = (): Handlers => {
  const groups: Record<string, Record<string, () => unknown>> = {}
  for (const channel of callable) {
    const [noun = '', name = ''] = channel.split('.')
    groups[noun] = { ...groups[noun], [name]: reached }
  }
  return groups as unknown as Handlers
}

beforeEach(() => {
  registered.clear()
  reached.mockClear()
  reported.length = 0
  serve(handlers(), {
    currentOperator: () => ({ id: 'op', name: 'Op', roles: ['maker'] }),
    isSignedIn: () => true,
    signInEpoch: () => 1,
    shownProfile: () => 'practice',
    systemDialogs: noDialogs,
    reportUnforeseen: (channel) => {
      reported.push(channel)
      return 'REF'
    },
    isTrustedSender: (event) => (event as unknown) === 'ours',
  })
})

describe('serving the API', () => {
  it('registers exactly one handler for each method of the API and nothing else', () => {
    expect([...registered.keys()].sort()).toEqual(
      callable.map((name) => channelPrefix + name).sort(),
    )
    for (const list of registered.values()) expect(list).toHaveLength(1)
    for (const name of events) expect(registered.has(channelPrefix + name)).toBe(false)
  })

  it.each(callable)(
    '%s refuses a stranger before reading anything, and notes it',
    async (channel) => {
      const handler = registered.get(channelPrefix + channel)?.[0]
      const unread = new Proxy({}, { get: () => expect.fail('the input was read') })
      expect(await handler?.('stranger', unread)).toEqual({
        ok: false,
        error: { code: 'untrusted-sender' },
      })
      expect(reached).not.toHaveBeenCalled()
      expect(reported).toEqual([channel])
    },
  )

  it('fails at start when a handler is missing', () => {
    expect(() => serve({} as Handlers, {} as never)).toThrow(/no handler for/)
  })
})
