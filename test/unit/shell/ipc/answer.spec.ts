import { describe, expect, it, vi } from 'vitest'
import { answer, type AnswerContext } from '../../../../main/shell/ipc/answer.ts'
import { noteActing } from '../../../../main/platform/acting.ts'
import { StoreError } from '../../../../main/store/store-error.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { command, query } from '../../../../preload/contract/api/define-channel.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { noDialogs } from '../../support/no-dialogs.ts'

const contextOf = (...roles: Role[]): AnswerContext & { reported: unknown[] } => {
  const reported: unknown[] = []
  return {
    reported,
    currentOperator: () => ({ id: 'op', name: 'Op', roles }),
    isSignedIn: () => true,
    signInEpoch: () => 1,
    shownProfile: () => 'practice',
    systemDialogs: noDialogs,
    reportUnforeseen: (_channel, problem) => {
      reported.push(problem)
      return 'REF'
    },
  }
}
const release = command(
  z.strictObject({ amount: z.int() }),
  z.object({ id: z.string() }),
  [],
  ['checker'],
)
const value = (id: unknown) => ({ ok: true, value: { id } })

describe('answering a call', () => {
  it('hands the parsed input and the operator to the handler', async () => {
    const handler = vi.fn(() => value('a'))
    expect(await answer('x.y', release, handler, { amount: 5 }, contextOf('checker'))).toEqual(
      value('a'),
    )
    expect(handler).toHaveBeenCalledWith(
      { amount: 5 },
      {
        operator: { id: 'op', name: 'Op', roles: ['checker'] },
        dialogs: expect.any(Object) as unknown,
      },
    )
  })

  it('refuses an operator without the role before reading the input', async () => {
    const handler = vi.fn(() => value('a'))
    const result = await answer('x.y', release, handler, { amount: 'junk' }, contextOf('maker'))
    expect(result).toEqual({ ok: false, error: { code: 'not-permitted', needs: ['checker'] } })
    expect(handler).not.toHaveBeenCalled()
  })

  it('names every broken field with the source of its rule', async () => {
    const ruled = query(
      z.object({
        a: z.string().refine((v) => v === 'x', { error: 'Must be x', params: { source: 'bank' } }),
        b: z.int(),
      }),
      z.null(),
    )
    const result = await answer('x.y', ruled, () => value('a'), { a: 'y', b: 'z' }, contextOf())
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'invalid-input',
        fields: [
          { path: 'a', message: 'Must be x', source: 'bank' },
          { path: 'b', source: null },
        ],
      },
    })
  })

  it('answers a fault with a reference and keeps its text inside', async () => {
    const context = contextOf('checker')
    const fault = new Error('account 123456789')
    const result = await answer('x.y', release, () => Promise.reject(fault), { amount: 1 }, context)
    expect(result).toEqual({ ok: false, error: { code: 'internal', reference: 'REF' } })
    expect(context.reported).toEqual([fault])
  })

  it('returns no reply outside the contract', async () => {
    const result = await answer('x.y', release, () => value(7), { amount: 1 }, contextOf('checker'))
    expect(result).toEqual({ ok: false, error: { code: 'internal', reference: 'REF' } })
  })

  it('refuses an operator who is not signed in, roles or not, before reading the input', async () => {
    const handler = vi.fn(() => value('a'))
    const context = { ...contextOf('checker'), isSignedIn: () => false }
    const unread = new Proxy({}, { get: () => expect.fail('the input was read') })
    expect(await answer('x.y', release, handler, unread, context)).toEqual({
      ok: false,
      error: { code: 'signed-out' },
    })
    expect(handler).not.toHaveBeenCalled()
  })

  it('answers only what allows it while nobody is signed in', async () => {
    const open = query(z.void(), z.object({ id: z.string() }), 'no-sign-in')
    const context = { ...contextOf(), isSignedIn: () => false }
    expect(await answer('x.y', open, () => value('a'), undefined, context)).toEqual(value('a'))
  })

  it('answers nobody a call from before a lock: no value, no reason, and not after a new sign-in', async () => {
    const here = { isIn: true, signInEpoch: 1, profile: 'practice' }
    const context = {
      ...contextOf('checker'),
      isSignedIn: () => here.isIn,
      signInEpoch: () => here.signInEpoch,
      shownProfile: () => here.profile,
    }
    const request = (change: Partial<typeof here>, answered: unknown = value('secret')) => {
      Object.assign(here, { isIn: true, signInEpoch: 1, profile: 'practice' })
      const handler = async () => {
        await Promise.resolve()
        Object.assign(here, change)
        return answered
      }
      return answer('x.y', release, handler, { amount: 1 }, context)
    }
    const withheld = { ok: false, error: { code: 'signed-out' } }
    expect(await request({})).toEqual(value('secret'))
    expect(await request({ isIn: false, signInEpoch: 2 })).toEqual(withheld)
    expect(await request({ signInEpoch: 3 })).toEqual(withheld)
    expect(await request({ profile: 'another' })).toEqual(withheld)
    expect(await request({ signInEpoch: 3 }, { ok: false, error: { code: 'not-found' } })).toEqual(
      withheld,
    )
  })

  it('reports a closed store to nobody who has left the profile of that store, and to everybody who is still there', async () => {
    let profile = 'practice'
    const reported = vi.fn(() => 'R-1')
    const context = {
      ...contextOf('checker'),
      shownProfile: () => profile,
      reportUnforeseen: reported,
    }
    const request = (to: string) => {
      profile = 'practice'
      const handler = () => {
        profile = to
        throw new StoreError('closed', 'the store was closed')
      }
      return answer('x.y', release, handler, { amount: 1 }, context)
    }
    expect(await request('another')).toEqual({ ok: false, error: { code: 'signed-out' } })
    expect(reported).not.toHaveBeenCalled()
    const internal = { ok: false, error: { code: 'internal', reference: 'R-1' } }
    expect(await request('practice')).toEqual(internal)
  })

  describe('when the store cannot be used', () => {
    const lost = async (problem: Error, before?: () => void) => {
      const handler = async () => {
        await Promise.resolve()
        before?.()
        throw problem
      }
      const context = contextOf('checker')
      const result = await answer('x.y', release, handler, { amount: 1 }, context)
      expect(context.reported).toEqual([problem])
      return result.ok ? undefined : result.error
    }
    const full = new StoreError('full', 'database or disk is full', 'SQLITE_FULL')
    const away = new StoreError('unreachable', 'connect ECONNREFUSED', 'ECONNREFUSED')

    it('names a full disk, of this computer or of the database', async () => {
      const here = { code: 'store-full', disk: 'this-computer', done: 'nothing' }
      expect(await lost(full)).toEqual(here)
      const noSpace = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
      expect(await lost(noSpace)).toEqual(here)
      const server = new StoreError('full', 'could not extend file', '53100')
      expect(await lost(server)).toEqual({ ...here, disk: 'database-server' })
    })

    it('names a database that does not answer, and an unconfirmed commit as not known', async () => {
      expect(await lost(away)).toEqual({ code: 'store-away', done: 'nothing' })
      const unheard = new StoreError('unknown', 'connect ECONNRESET')
      for (const before of [undefined, noteActing])
        expect(await lost(unheard, before)).toEqual({ code: 'store-away', done: 'unknown' })
    })

    it('never says that nothing was done after something was stored or sent', async () => {
      expect(await lost(full, noteActing)).toMatchObject({ done: 'part' })
      expect(await lost(away, noteActing)).toEqual({ code: 'store-away', done: 'part' })
    })

    it('tells the calls of two operators apart', async () => {
      const [acting, reading] = await Promise.all([lost(full, noteActing), lost(full)])
      expect([acting, reading]).toMatchObject([{ done: 'part' }, { done: 'nothing' }])
    })

    it('gives no reason after a lock', async () => {
      let isIn = true
      const context = { ...contextOf('checker'), isSignedIn: () => isIn }
      const handler = () => {
        isIn = false
        throw full
      }
      expect(await answer('x.y', release, handler, { amount: 1 }, context)).toEqual({
        ok: false,
        error: { code: 'signed-out' },
      })
    })
  })

  it('reports each refusal of its own to main, and none of the handler', async () => {
    const refused = vi.fn()
    const context = { ...contextOf('maker'), refused }
    await answer('x.y', release, () => value('a'), { amount: 1 }, context)
    expect(refused).toHaveBeenLastCalledWith('x.y', { amount: 1 }, 'not-permitted')
    const checker = { ...contextOf('checker'), refused }
    await answer('x.y', release, () => value('a'), { amount: 'x' }, checker)
    expect(refused).toHaveBeenLastCalledWith('x.y', { amount: 'x' }, 'invalid-input')
    const failure = { ok: false, error: { code: 'bank-not-running' } }
    await answer('x.y', release, () => failure, { amount: 1 }, checker)
    expect(refused).toHaveBeenCalledTimes(2)
  })

  it('passes a typed failure on as it is', async () => {
    const failure = { ok: false, error: { code: 'bank-not-running' } }
    expect(
      await answer('x.y', release, () => failure, { amount: 1 }, contextOf('checker')),
    ).toEqual(failure)
  })
})
