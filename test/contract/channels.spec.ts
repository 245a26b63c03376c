/** Every channel of the API, one by one: the promises of the border hold for each new one too. */
import { describe, expect, it, vi } from 'vitest'
import { answer, type AnswerContext } from '../../main/shell/ipc/answer.ts'
import { emptyBatchForm } from '../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry } from '../../preload/contract/domain/batches/entry.ts'
import { channels } from '../../preload/contract/api/channels.ts'
import { failures, universalFailures } from '../../preload/contract/api/failures.ts'
import { maxPage } from '../../preload/contract/kernel/paging.ts'
import type { Command, Query } from '../../preload/contract/api/define-channel.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { noDialogs } from '../unit/support/no-dialogs.ts'

const context: AnswerContext = {
  currentOperator: () => ({ id: 'op', name: 'Op', roles: ['maker', 'checker', 'administrator'] }),
  reportUnforeseen: () => 'REF',
  isSignedIn: () => true,
  signInEpoch: () => 1,
  shownProfile: () => 'shown',
  systemDialogs: noDialogs,
}
const callable = [...channels].flatMap(([channel, definition]): [string, Query | Command][] =>
  definition.kind === 'event' ? [] : [[channel, definition]],
)
const events = [...channels].flatMap(([channel, definition]) =>
  definition.kind === 'event' ? [[channel, definition] as const] : [],
)
/** Nothing that a channel of ours takes. */
const junk = [
  null,
  'junk',
  7,
  [],
  [[]],
  { junk: true, __proto__: { id: 'x' } },
  { cursor: 7, limit: 1e9 },
]

describe('every channel', () => {
  it('has a name of noun and channel, each once', () => {
    expect([...channels.keys()].every((name) => /^[a-z][a-zA-Z]*\.[a-zA-Z]+$/.test(name))).toBe(
      true,
    )
    expect(callable.length + events.length).toBe(channels.size)
  })

  it.each(callable)(
    '%s refuses junk and never reaches its handler',
    async (channel, definition) => {
      for (const input of junk) {
        if (definition.input.safeParse(input).success) continue
        const handler = vi.fn()
        const result = await answer(channel, definition, handler, input, context)
        expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
        expect(handler).not.toHaveBeenCalled()
      }
      expect(junk.some((input) => !definition.input.safeParse(input).success)).toBe(true)
    },
  )

  it.each(callable)('%s returns no reply outside its schema', async (channel, definition) => {
    const stray = { ok: true, value: Symbol('stray') }
    const result = await answer(channel, definition, () => stray, validInput(definition), context)
    expect(result).toMatchObject({ ok: false })
  })

  it.each(callable)('%s refuses an operator without its roles', async (channel, definition) => {
    if (typeof definition.allowed === 'string') return
    const nobody = { ...context, currentOperator: () => ({ id: 'x', name: 'X', roles: [] }) }
    const handler = vi.fn()
    const result = await answer(channel, definition, handler, undefined, nobody)
    expect(result).toMatchObject({ ok: false, error: { code: 'not-permitted' } })
    expect(handler).not.toHaveBeenCalled()
  })

  const whoever = callable.filter(([, { allowed }]) => allowed === 'no-sign-in')
  const signedInOnly = callable.filter(([, { allowed }]) => allowed !== 'no-sign-in')
  const locked = { ...context, isSignedIn: () => false }

  it.each(signedInOnly)(
    '%s answers nothing while nobody is signed in',
    async (channel, definition) => {
      const handler = vi.fn()
      const unread = new Proxy({}, { get: () => expect.fail('the input was read') })
      const result = await answer(channel, definition, handler, unread, locked)
      expect(result).toEqual({ ok: false, error: { code: 'signed-out' } })
      expect(handler).not.toHaveBeenCalled()
    },
  )

  it.each(signedInOnly)(
    '%s returns nothing to an operator who signed in after the caller',
    async (channel, definition) => {
      let signInEpoch = 1
      const handler = vi.fn(() => {
        signInEpoch += 1
        return { ok: true, value: Symbol('of another') }
      })
      const any = { ...definition, input: z.any() } as typeof definition
      const result = await answer(
        channel,
        any,
        handler,
        {},
        { ...context, signInEpoch: () => signInEpoch },
      )
      expect(handler).toHaveBeenCalledOnce()
      expect(result).toEqual({ ok: false, error: { code: 'signed-out' } })
    },
  )

  it('is open without a sign-in only where signing in or showing a profile needs it', () => {
    expect(whoever.map(([channel]) => channel).sort()).toEqual([
      // Main calls these first where a store does not open.
      'backups.inspectForClosedProfile',
      'backups.listForClosedProfile',
      'backups.restoreClosedProfile',
      'connection.getState',
      'keychain.check',
      'operators.beActive',
      'operators.changePassphrase',
      'operators.createFirst',
      'operators.lock',
      'operators.signIn',
      'profiles.create',
      'profiles.getState',
      'profiles.open',
      'profiles.selectFile',
      'recovery.openWith',
      'recovery.selectFile',
      'workstation.getState',
      // What is typed stays in the window while it is locked.
      'workstation.setUnsaved',
    ])
  })

  it.each(callable)('%s refuses a call meant for another profile', async (channel, definition) => {
    const handler = vi.fn()
    const meant = { ...context, expectedProfileId: 'the one before' }
    const result = await answer(channel, definition, handler, validInput(definition), meant)
    expect(result).toEqual({ ok: false, error: { code: 'profile-changed' } })
    expect(handler).not.toHaveBeenCalled()
  })

  it.each(callable)('%s names only failures of the closed list', (_channel, definition) => {
    for (const code of [...definition.failures, ...universalFailures])
      expect(failures).toHaveProperty(code)
  })

  it.each(callable)('%s takes no path, address, header or key', (channel, definition) => {
    // A person enters the bank's address where a profile is described, and an administrator the one that alerts are
    // handed on to; main parses both, and blocks the second from the bank and from itself.
    if (channel === 'profiles.changeDetails' || channel === 'forwarding.changeSettings') return
    const names = JSON.stringify(Object.keys((definition.input as { shape?: object }).shape ?? {}))
    expect(names).not.toMatch(/url|header|filePath|privateKey|password/i)
  })

  it('bounds every list', () => {
    // The people of one profile are few, and an administrator adds each by hand.
    const unpaged = ['operators.list']
    const lists = callable.filter(([name]) => name.endsWith('.list') && !unpaged.includes(name))
    for (const [channel, definition] of lists) {
      const shape = (
        definition.input as unknown as {
          shape: Record<string, { safeParse(v: unknown): { success: boolean } }>
        }
      ).shape
      expect(shape['cursor'], channel).toBeDefined()
      expect(shape['limit']?.safeParse(maxPage + 1).success, channel).toBe(false)
    }
  })

  it.each(events)('%s refuses a payload that is not its own', (_channel, definition) => {
    for (const payload of junk) expect(definition.payload.safeParse(payload).success).toBe(false)
  })
})

/** Undefined for a channel that takes nothing; any other channel refuses it, which is refused all the same. */
function validInput(definition: Query | Command): unknown {
  return definition.input.safeParse(undefined).success ? undefined : {}
}

it('two entries of a new batch under one id are an input that breaks a rule', () => {
  const form = emptyBatchForm
  const [one, other] = ['a', 'b'].map((id) => emptyEntry(id.repeat(32)))
  const create = callable.find(([channel]) => channel === 'batches.create')?.[1]
  const isTaken = (entries: unknown[]) => create?.input.safeParse({ form, entries }).success
  expect(isTaken([one, other])).toBe(true)
  expect(isTaken([one, one])).toBe(false)
})
