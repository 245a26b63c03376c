import { describe, expect, it } from 'vitest'
import { readRequest, closeBanksAfterEach, openBank } from './support/open-bank.ts'
import { json } from './support/real-bank.ts'

closeBanksAfterEach()

describe('the connection', () => {
  it('has never been tried, then is reachable, then unreachable, with the reason', async () => {
    const bank = await openBank()
    expect(bank.client.status().connection).toEqual({ state: 'never-tried' })
    await bank.client.read(readRequest)
    expect(bank.client.status()).toMatchObject({
      connection: { state: 'reachable' },
      token: { state: 'held' },
      latestProblem: null,
    })
    bank.reply = (_, response) => response.destroy()
    await bank.client.read(readRequest)
    expect(bank.client.status().connection).toMatchObject({
      state: 'unreachable',
      reason: 'connection-lost',
    })
  })

  it('bank note 8: is refused by a 403, which may mean an unregistered address', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 403, {})
    await bank.client.read(readRequest)
    expect(bank.client.status().connection).toMatchObject({ state: 'refused', status: 403 })
  })

  it('does not trust a server whose root it was not given', async () => {
    const bank = await openBank(({ ca: _, ...rest }) => rest)
    expect(await bank.client.read(readRequest)).toMatchObject({
      kind: 'not-sent',
      reason: 'server-certificate-not-trusted',
    })
    expect(bank.received).toHaveLength(0)
  })

  it('does not take one server for another', async () => {
    const bank = await openBank(undefined, 'bank.example')
    expect(await bank.client.read(readRequest)).toMatchObject({
      kind: 'not-sent',
      reason: 'server-name-mismatch',
    })
    expect(bank.received).toHaveLength(0)
  })

  it('refuses a base URL that is not https', async () => {
    await expect(openBank((rest) => ({ ...rest, baseUrl: 'http://localhost' }))).rejects.toThrow(
      TypeError,
    )
  })

  it('bank note 106: waits for an answer that takes longer than the average', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => setTimeout(() => json(response, 200, {}), 6_000)
    expect(await bank.client.read(readRequest)).toMatchObject({ kind: 'answered', status: 200 })
  })

  it('gives up on a silent bank at the limit of the call', async () => {
    const bank = await openBank()
    await bank.client.checkToken()
    bank.reply = () => undefined
    const timeouts = { headersMs: 600, bodyMs: 600 }
    expect(await bank.client.read({ ...readRequest, timeouts })).toMatchObject({
      kind: 'no-answer',
      reason: 'timed-out',
    })
  })
})
