/**
 * The callback before the first byte of a call, for data that must be on the disk by then, tested
 * at the client.
 */
import { describe, expect, it } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { readRequest, closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json } from './support/real-bank.ts'

closeBanksAfterEach()

describe('what is done before sending', () => {
  it('is done before the bank has seen anything of the call, and after its slot was granted', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    const seen: number[] = []
    const used: number[] = []
    const beforeSending = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(bank.calls.length)
      used.push(bank.budget.state().used)
    }
    const result = await bank.client.read({ ...readRequest, beforeSending })
    expect(result.kind).toBe('answered')
    expect(seen).toEqual([0])
    expect(used).toEqual([2])
    expect(bank.calls).toHaveLength(1)
  })

  it('sends nothing and records nothing when it rejects', async () => {
    const bank = await openBank()
    const result = await bank.client.read({
      ...readRequest,
      beforeSending: () => Promise.reject(new Error('the disk is full')),
    })
    expect(result).toMatchObject({ kind: 'not-sent', reason: 'cancelled', callId: null })
    expect(bank.calls).toHaveLength(0)
    expect(bank.records.map(({ purpose }) => purpose)).toEqual(['token'])
  })

  it('gives its slot back when it rejects, so that the next call has it', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    const before = bank.budget.state().used
    for (let call = 0; call < 20; call += 1) {
      await bank.client.read({
        ...readRequest,
        beforeSending: () => Promise.reject(new Error('no')),
      })
    }
    expect(bank.budget.state().used).toBeLessThanOrEqual(before)
    expect((await bank.client.read(readRequest)).kind).toBe('answered')
  })

  it('is done again before the repetition after a 401, and a rejection then leaves the first answer', async () => {
    const bank = await openBank()
    bank.reply = (_request, response) => json(response, 401, {})
    let times = 0
    const result = await bank.client.read({
      ...readRequest,
      beforeSending: () => {
        times += 1
        return times === 1 ? Promise.resolve() : Promise.reject(new Error('no'))
      },
    })
    expect(times).toBe(2)
    expect(result).toMatchObject({ kind: 'answered', answer: { status: 401 } })
    expect(bank.calls).toHaveLength(1)
  })
})

describe('a call whose caller may not begin', () => {
  it('leaves nothing at the bank, once it has a connection, and gives its slot back', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    const before = bank.budget.state().used
    const steps: string[] = []
    for (let call = 0; call < 20; call += 1) {
      const result = await bank.client.move(
        {
          ...readRequest,
          method: 'POST',
          body: '{}',
          beforeSending: () => Promise.resolve(void steps.push('ready')),
          mayBegin: () => {
            steps.push('asked')
            return false
          },
        },
        paymentVocabulary,
      )
      expect(result).toMatchObject({ kind: 'not-sent', reason: 'cancelled' })
    }
    expect(steps).toEqual(Array.from({ length: 20 }, () => ['ready', 'asked']).flat())
    expect(bank.calls).toHaveLength(0)
    expect(bank.budget.state().used).toBeLessThanOrEqual(before)
    expect((await bank.client.read(readRequest)).kind).toBe('answered')
  })

  it('is sent as soon as the caller may', async () => {
    const bank = await openBank()
    const result = await bank.client.move(
      { ...readRequest, method: 'POST', body: '{}', mayBegin: () => true },
      paymentVocabulary,
    )
    expect(result.kind).not.toBe('not-sent')
    expect(bank.calls).toHaveLength(1)
  })
})
