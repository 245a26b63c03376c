import { describe, expect, it } from 'vitest'
import { trafficCall } from '../../../../preload/contract/api/traffic.ts'
import { mara, recorded, silent, traffic } from './recorded-calls.ts'

const personal = /margaret|alder|1000200031/i

describe('one call', () => {
  it('is returned with everything stored of it, masked, and as the contract has it', async () => {
    const { service } = await traffic([
      recorded({ detail: { fault: 'x', faultDetail: 'e'.repeat(900) } }),
    ])
    const call = await service.get('call-1')
    if (!call.ok) return expect.fail(call.error.code)
    expect(trafficCall.parse(call.value)).toEqual(call.value)
    expect(JSON.stringify(call.value)).not.toMatch(personal)
    expect(call.value.isMasked).toBe(true)
    expect(call.value.response?.body).toContain('"amount":1.10')
    expect(call.value.times).toEqual({
      requestedAt: '2026-11-21T14:00:00.060Z',
      startedAt: '2026-11-21T14:00:00.100Z',
      writtenAt: '2026-11-21T14:00:00.110Z',
      answeredAt: '2026-11-21T14:00:00.150Z',
      finishedAt: '2026-11-21T14:00:00.160Z',
    })
    expect(call.value.detail[1]?.value).toHaveLength(500)
  })

  it('is returned in full on request, which is recorded first', async () => {
    const { service, store } = await traffic()
    const call = await service.reveal('call-1', mara)
    if (!call.ok) return expect.fail(call.error.code)
    expect(call.value.isMasked).toBe(false)
    expect(call.value.response?.body).toBe(recorded().responseBody)
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['actor', 'subject', 'detail'])
      .where('kind', '=', 'traffic.revealed')
      .execute()
    expect(acts).toEqual([{ actor: 'mara', subject: 'call-1', detail: '{"as":"screen"}' }])
    expect(JSON.stringify(await service.get('call-1'))).not.toMatch(personal)
  })

  it('hides bytes that are no text until it is requested in full', async () => {
    const { service } = await traffic([
      recorded({ responseBody: '/wD+', responseBodyBase64: true }),
    ])
    expect(await service.get('call-1')).toMatchObject({
      ok: true,
      value: { response: { body: null, isBase64: true } },
    })
    expect(await service.reveal('call-1', mara)).toMatchObject({
      ok: true,
      value: { response: { body: '/wD+', isBase64: true } },
    })
  })

  it('has no answer where none came, and its fault where there was one', async () => {
    const { service } = await traffic([
      recorded({ ...silent, detail: { fault: 'connection-lost' } }),
    ])
    expect(await service.get('call-1')).toMatchObject({
      ok: true,
      value: {
        response: null,
        times: { answeredAt: null },
        detail: [{ name: 'fault', value: 'connection-lost' }],
      },
    })
  })

  it('is not found under an unknown id, and no act records the attempt', async () => {
    const { service, store } = await traffic()
    const before = await store.read.selectFrom('audit_entries').select('seq').execute()
    expect(await service.get('x')).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(await service.reveal('x', mara)).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(await service.curl('x', true, mara)).toEqual({ ok: false, error: { code: 'not-found' } })
    expect(await store.read.selectFrom('audit_entries').select('seq').execute()).toEqual(before)
  })
})
