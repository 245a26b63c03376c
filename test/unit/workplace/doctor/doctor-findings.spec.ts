/** The results of the token and health calls, and the facts in their answers. */
import { expect, it } from 'vitest'
import type { Permit } from '../../../../main/bank/client/budget/rate-permit.ts'
import { doctorSteps } from '../../../../preload/contract/api/doctor.ts'
import { factOf, findingsOf, Patient, stepOf, termsOf } from './support/patient.ts'

it('bank note 9: calls the three products that have a health check and no other', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ products: [] })
  expect((await patient.control.counters()).byOperation).toEqual({ token: 1, health: 3 })
  expect(doctorSteps.filter((id) => id.startsWith('health'))).toHaveLength(3)
  expect(stepOf(report, 'health-payments').state).toBe('passed')
})

it('does not call a product that the profile does not list', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ products: termsOf('rtp') })
  expect(findingsOf(report)).toMatchObject({
    'health-validation': 'product-not-agreed',
    'health-ach': 'product-not-agreed',
    'health-payments': 'fine',
    address: 'fine',
  })
  expect((await patient.arrived()).calls).toBe(2)
})

it('bank note 11: does not send the payments check without PartnerClientId, and sends the id nowhere else', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ partnerClientId: null })
  expect(stepOf(report, 'health-payments')).toMatchObject({
    state: 'failed',
    finding: 'partner-id-missing',
  })
  expect(await patient.arrived()).toEqual({ calls: 3, broken: [] })
})

it('names a PartnerClientId that the bank does not take', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ partnerClientId: 'x'.repeat(32) })
  expect(stepOf(report, 'health-payments')).toMatchObject({ finding: 'health-refused' })
  expect((await patient.arrived()).broken).toEqual(['partner-id-wrong'])
})

it.each([
  ['empty-400', 'health-refused'],
  ['forbidden-403', 'health-forbidden'],
  ['failure-500', 'health-failed'],
  ['html-502', 'health-failed'],
  ['dropped-before-answer', 'health-failed'],
  ['garbage-200', 'health-unreadable'],
] as const)('names a health check that ends with %s', async (scenario, finding) => {
  await using patient = await Patient.open()
  await patient.suffers(scenario, 'health')
  const report = await patient.examine()
  for (const id of ['health-validation', 'health-ach', 'health-payments'] as const) {
    expect(stepOf(report, id)).toMatchObject({ state: 'failed', finding })
  }
})

it('continues with the next product when one is out of order', async () => {
  await using patient = await Patient.open()
  await patient.control.setScenario({ scenario: 'unavailable-503', times: 1, target: 'health' })
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({
    'health-validation': 'health-failed',
    'health-ach': 'fine',
    address: 'fine',
  })
  expect(factOf(stepOf(report, 'health-validation'), 'Bank message')).toContain('ConnectError')
})

it('bank note 7: renews a revoked token once in passing and finds the health check fine', async () => {
  await using patient = await Patient.open()
  await patient.control.setScenario({ scenario: 'token-revoked', times: 1 })
  const report = await patient.examine()
  expect(stepOf(report, 'health-validation').finding).toBe('fine')
  expect((await patient.control.counters()).tokensIssued).toBe(2)
})

it.each([
  ['consumer secret', { consumerSecret: 'wrong' }],
  ['client secret', { clientSecret: 'wrong' }],
])('names credentials that the bank refuses: %s', async (_which, wrong) => {
  await using patient = await Patient.open((connection) => ({ ...connection, ...wrong }))
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({
    'client-certificate': 'fine',
    token: 'credentials-refused',
    'health-validation': 'not-run',
    // A refusal carries the bank's time too, and a wrong clock may be its cause.
    clock: 'fine',
    address: 'not-run',
  })
  expect(factOf(stepOf(report, 'token'), 'HTTP status')).toBe('401')
})

it.each([
  ['failure-500', 'token-call-failed'],
  ['dropped-before-answer', 'token-call-failed'],
  ['garbage-200', 'token-call-failed'],
  ['forbidden-403', 'token-forbidden'],
] as const)('names a token call that ends with %s', async (scenario, finding) => {
  await using patient = await Patient.open()
  await patient.suffers(scenario, 'token')
  const report = await patient.examine()
  expect(stepOf(report, 'token')).toMatchObject({ state: 'failed', finding })
  expect(stepOf(report, 'health-ach').state).toBe('not-run')
  expect((await patient.arrived()).calls).toBe(1)
})

it('names a token that is not approved, and still calls the health checks', async () => {
  await using patient = await Patient.open()
  await patient.suffers('token-not-approved')
  const report = await patient.examine()
  expect(stepOf(report, 'token')).toMatchObject({
    state: 'attention',
    finding: 'token-not-approved',
  })
  expect(factOf(stepOf(report, 'token'), 'Status')).toBe('pending')
  expect(stepOf(report, 'health-ach').finding).toBe('fine')
})

it('names a product of the profile that the token does not list', async () => {
  await using patient = await Patient.open()
  await patient.suffers('product-missing')
  const report = await patient.examine()
  expect(stepOf(report, 'token')).toMatchObject({ state: 'failed', finding: 'product-missing' })
  expect(factOf(stepOf(report, 'token'), 'Listed in the profile, not in the token')).toBe(
    'Wire transfer, RTP payment',
  )
})

it('names a clock that differs by more than half a minute', async () => {
  await using patient = await Patient.open()
  await patient.suffers('clock-off')
  const report = await patient.examine()
  expect(stepOf(report, 'clock')).toMatchObject({ state: 'attention', finding: 'clock-off' })
  expect(factOf(stepOf(report, 'clock'), 'The bank’s clock is')).toMatch(
    /^4(19|20|21) s ahead of this computer$/,
  )
})

it('bank note 8: names an address that the bank sees and the profile does not list, with both', async () => {
  await using patient = await Patient.open()
  await patient.suffers('other-client-ip')
  const report = await patient.examine()
  const step = stepOf(report, 'address')
  expect(step).toMatchObject({ state: 'attention', finding: 'address-not-registered' })
  expect([factOf(step, 'Address seen by the bank'), factOf(step, 'Registered')]).toEqual([
    '198.51.100.77',
    '127.0.0.1',
  ])
  expect(report.clientIp).toBe('198.51.100.77')
})

it('bank note 8: explains a 403 with the address that the bank last saw', async () => {
  await using patient = await Patient.open()
  await patient.suffers('other-client-ip')
  await patient.examine()
  await patient.suffers('forbidden-403', 'health')
  const report = await patient.examine()
  expect(stepOf(report, 'health-validation').finding).toBe('health-forbidden')
  expect(stepOf(report, 'address')).toMatchObject({
    state: 'failed',
    finding: 'address-not-registered',
  })
  expect(factOf(stepOf(report, 'address'), 'Last seen by the bank, earlier')).toBe('198.51.100.77')
  expect(report.clientIp).toBeNull()
})

it.each([['health'], ['token']] as const)(
  'bank note 8: says that the address is not known when the %s call is forbidden and none was reported before',
  async (target) => {
    await using patient = await Patient.open()
    await patient.suffers('forbidden-403', target)
    const report = await patient.examine()
    expect(stepOf(report, 'address')).toMatchObject({
      state: 'attention',
      finding: 'address-not-reported',
    })
  },
)

it('says that the profile lists no address to compare with', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ registeredAddresses: [] })
  expect(stepOf(report, 'address')).toMatchObject({
    state: 'attention',
    finding: 'no-address-registered',
  })
})

it.each([
  ['token', 1, 'token'],
  ['health', 2, 'health-validation'],
] as const)(
  'bank note 19: sends nothing after a 429 on a %s call, nor in a later examination',
  async (target, calls, id) => {
    await using patient = await Patient.open()
    await patient.control.setScenario({ scenario: 'too-many-requests', times: 1, target })
    const report = await patient.examine()
    expect(stepOf(report, id)).toMatchObject({ state: 'attention', finding: 'rate-paused' })
    const until = Date.parse(factOf(stepOf(report, id), 'No earlier call') ?? '')
    expect(until - Date.now()).toBeGreaterThan(110_000)
    const after = report.steps.slice(report.steps.findIndex((step) => step.id === id) + 1)
    const ofBank = after.filter(({ id }) => id !== 'alerts' && id !== 'computer')
    expect(new Set(ofBank.map(({ state }) => state))).toEqual(new Set(['not-run']))
    expect((await patient.arrived()).calls).toBe(calls)

    const later = await patient.examine()
    expect(stepOf(later, 'token').finding).toBe('rate-paused')
    expect(stepOf(later, 'resolve').state).toBe('not-run')
    expect(await patient.arrived()).toEqual({ calls, broken: [] })
  },
)

it('says where the system does not tell which computer this is, whatever the bank does', async () => {
  await using patient = await Patient.open((same) => same, {
    readComputerId: () => Promise.resolve(undefined),
  })
  await patient.suffers('html-502')
  const step = stepOf(await patient.examine(), 'computer')
  expect(step).toMatchObject({ state: 'attention', finding: 'computer-without-id' })
})

it('bank note 19: does not wait out a pause that begins while it waits for its turn', async () => {
  await using patient = await Patient.open()
  const { budget } = patient
  const permits: Permit[] = []
  for (let i = 0; i < 5; i += 1) {
    const permit = await budget.acquire({ lane: 'bulk' })
    if (permit.kind === 'permit') permits.push(permit)
  }
  const examined = patient.examine()
  await expect.poll(() => budget.state().waiting['unknown-outcome']).toBe(1)
  const [other] = permits
  other?.begin()
  other?.written(100)
  other?.answered(429)
  other?.ended()
  expect(stepOf(await examined, 'token').finding).toBe('rate-paused')
  expect((await patient.arrived()).calls).toBe(0)
})
