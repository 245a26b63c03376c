import { expect, it } from 'vitest'
import { Caller, textLike } from './practice-caller.ts'

const validation = '/accounts/validations/v1/healthCheck'
const inquiry = '/accounts/transactions/v1/healthCheck'
const payments = '/rtp/v1/payment/healthCheck'

const request = async (caller: Caller, path: string, partner?: string) =>
  caller.call(path, {
    headers: {
      authorization: `Bearer ${await caller.token()}`,
      ...(partner !== undefined && { PartnerClientId: partner }),
    },
  })

it('bank note 9: answers the health checks of three products in the same shape', async () => {
  await using caller = await Caller.open()
  const { partnerClientId } = caller.enrolment
  const answers = [
    await request(caller, validation),
    await request(caller, inquiry),
    await request(caller, payments, partnerClientId),
  ]
  for (const { status, json } of answers) {
    expect(status).toBe(200)
    expect(json).toEqual({
      Status: 'SUCCESS',
      Source: 'Roundtrip',
      Timestamp: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      ClientIp: '127.0.0.1',
      'X-Forwarded-For': '[127.0.0.1, 10.20.0.4]',
    })
  }
  expect(await caller.broken()).toEqual([])
})

it('bank note 11: demands PartnerClientId of the payments check and notes one that is not as issued', async () => {
  await using caller = await Caller.open()
  expect((await request(caller, payments)).status).toBe(400)
  expect((await request(caller, payments, '')).status).toBe(400)
  expect((await request(caller, payments, 'x'.repeat(32))).status).toBe(400)
  expect(await caller.broken()).toEqual([
    'partner-id-missing',
    'partner-id-missing',
    'partner-id-wrong',
  ])
  expect(JSON.stringify(await caller.control.breaches())).not.toContain('xxx')
})

it('bank note 11: notes PartnerClientId on any other call, and still answers', async () => {
  await using caller = await Caller.open()
  const { partnerClientId } = caller.enrolment
  await caller.fetchToken({ headers: { PartnerClientId: partnerClientId } })
  expect((await request(caller, validation, partnerClientId)).status).toBe(200)
  expect((await request(caller, inquiry, partnerClientId)).status).toBe(200)
  const broken = (await caller.broken()).filter((rule) => rule !== 'token-needless')
  expect(broken).toEqual(['partner-id-sent', 'partner-id-sent', 'partner-id-sent'])
  expect(JSON.stringify(await caller.control.breaches())).not.toContain(partnerClientId)
})

it('spoils every health check when a scenario is meant for health', async () => {
  await using caller = await Caller.open()
  const { partnerClientId } = caller.enrolment
  await caller.control.setScenario({
    scenario: 'forbidden-403',
    times: 'until-cleared',
    target: 'health',
  })
  const statuses = [
    (await request(caller, validation)).status,
    (await request(caller, inquiry)).status,
    (await request(caller, payments, partnerClientId)).status,
  ]
  expect(statuses).toEqual([403, 403, 403])
})

it('bank note 8: reports another address than the registered one when ordered', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({ scenario: 'other-client-ip', times: 1 })
  expect((await request(caller, inquiry)).json).toMatchObject({
    ClientIp: '198.51.100.77',
    'X-Forwarded-For': '[198.51.100.77, 10.20.0.4]',
  })
})

it('shifts the Date of its answers by seven minutes when ordered', async () => {
  await using caller = await Caller.open()
  const aheadS = ({ headers }: Awaited<ReturnType<typeof request>>): number =>
    (Date.parse(String(headers['date'])) - caller.clock.now().getTime()) / 1_000
  await caller.token()
  await caller.control.setScenario({ scenario: 'clock-off', times: 1 })
  expect(Math.abs(aheadS(await request(caller, validation)) - 420)).toBeLessThan(2)
})

it('gives a token that is not approved, and one without payments, when ordered', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({ scenario: 'token-not-approved', times: 1 })
  expect((await caller.fetchToken()).json).toMatchObject({ status: 'pending' })
  await caller.control.setScenario({ scenario: 'product-missing', times: 1 })
  expect((await caller.fetchToken()).json).toMatchObject({
    status: 'approved',
    api_product_list: '[Account Validation, ACH Inquiry, ACH Origination]',
    api_product_list_json: ['Account Validation', 'ACH Inquiry', 'ACH Origination'],
  })
})
