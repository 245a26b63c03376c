import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BundleDraft } from '../../../../preload/contract/api/traffic.ts'
import { mara, recorded, traffic } from './recorded-calls.ts'

const origin = {
  profileName: 'Ridgeway Treasury',
  environment: 'pre-production',
  version: '0.1.0',
} as const
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
interface BundleFile {
  readonly countersign: string
  readonly calls: number
  readonly environment: string
  readonly writtenAt: string
  readonly removed: readonly string[]
  readonly recorded: readonly Record<string, unknown>[]
}

async function bundle(calls = [recorded()]) {
  const { service, store } = await traffic(calls)
  const created = await service.previewBundle(
    calls.map(({ id }) => id),
    origin,
  )
  if (!created.ok) return expect.fail(created.error.code)
  const file = JSON.parse(created.value.text) as BundleFile
  return { service, store, file, draft: created.value satisfies BundleDraft }
}

describe('a support bundle', () => {
  it('first states its kind, owner, time, number of calls and what was removed', async () => {
    const { draft, file } = await bundle()
    expect(Object.keys(file).slice(0, 9)).toEqual([
      'countersign',
      'format',
      'note',
      'profile',
      'environment',
      'product',
      'writtenAt',
      'calls',
      'removed',
    ])
    expect(file).toMatchObject({
      countersign: 'support-bundle',
      profile: 'Ridgeway Treasury',
      environment: 'PRE-PRODUCTION',
      product: 'Countersign 0.1.0',
      calls: 1,
    })
    expect(file.writtenAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(file.removed.length).toBeGreaterThan(3)
    expect(draft.bytes).toBe(Buffer.byteLength(draft.text))
    expect(draft.calls).toBe(1)
  })

  it('holds the call with its ids, masked, and its numbers as the bank wrote them', async () => {
    const { draft, file } = await bundle([
      recorded({
        path: '/status/transactionId/TX-1',
        responseBody: '{"amount":1.10,"TransactionId":"TX-2","accountNumber":1000200031}',
        detail: { transactionId: 'TX-2' },
      }),
    ])
    expect(file.recorded[0]).toMatchObject({
      method: 'POST',
      path: '/status/transactionId/TX-1',
      status: 200,
      correlationId: 'corr-9f31',
      transactionIds: ['TX-1', 'TX-2'],
      waitedMs: 40,
      request: { headers: { authorization: '[not kept]' } },
    })
    expect(draft.text).toContain('"amount": 1.10')
    expect(draft.text).not.toMatch(/margaret|alder|1000200031/i)
  })

  it('is masked as the screen is', async () => {
    const { service, file } = await bundle()
    const call = await service.get('call-1')
    if (!call.ok) return expect.fail(call.error.code)
    const [entry] = file.recorded
    expect(entry?.['response']).toMatchObject({
      body: JSON.parse(call.value.response?.body ?? '') as unknown,
    })
    expect(entry?.['path']).toBe(call.value.path)
  })

  it('is saved byte for byte as it was shown, and recorded with its hash before', async () => {
    const { service, store, draft } = await bundle()
    const saved = await service.takeBundle(draft.draftId, mara)
    expect(sha256(saved ?? '')).toBe(sha256(draft.text))
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['actor', 'detail'])
      .where('kind', '=', 'traffic.bundle-saved')
      .execute()
    expect(acts).toEqual([
      { actor: 'mara', detail: `{"calls":1,"sha256":"${sha256(draft.text)}"}` },
    ])
  })

  it('is no longer held once another was created', async () => {
    const { service, draft } = await bundle()
    await service.previewBundle(['call-1'], origin)
    expect(await service.takeBundle(draft.draftId, mara)).toBeUndefined()
  })

  it('has the earliest call first, whatever the order in which they were chosen', async () => {
    const { file } = await bundle([
      recorded({ id: 'b', at: '2026-11-21T14:00:02.000Z', method: 'GET', requestBody: null }),
      recorded({ id: 'a', at: '2026-11-21T14:00:01.000Z' }),
    ])
    expect(file.recorded.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('leaves bytes out, and holds every other body as text', async () => {
    const { file } = await bundle([
      recorded({ id: 'bytes', responseBody: '/wD+', responseBodyBase64: true }),
      recorded({ id: 'html', responseBody: '<html>"1000200031"\u2028</html>' }),
      recorded({ id: 'blank', responseBody: '' }),
    ])
    const bodies = file.recorded.map(({ response }) => (response as { body: unknown }).body)
    expect(bodies.sort()).toEqual([
      '',
      '<html>"\u2022\u2022\u2022\u20220031"\u2028</html>',
      '[bytes that are not text: left out]',
    ])
  })

  it('refuses missing calls, and more than a file should hold', async () => {
    const { service } = await traffic([recorded({ responseBody: 'x'.repeat(9 * 1024 * 1024) })])
    expect(await service.previewBundle(['call-1'], origin)).toMatchObject({
      ok: false,
      error: { code: 'bundle-too-large', atMost: 8 },
    })
    expect(await service.previewBundle(['other'], origin)).toEqual({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})
