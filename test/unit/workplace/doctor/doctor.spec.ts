/** The complete examination: its order, its preconditions, and its progress reports. */
import { expect, it } from 'vitest'
import { stepsOf, type DoctorReport } from '../../../../preload/contract/api/doctor.ts'
import { makeTestPki } from '../../bank/support/test-pki.ts'
import { factOf, findingsOf, ownAccounts, Patient, stepOf } from './support/patient.ts'
import { objecting } from './support/tls-servers.ts'

const direct = stepsOf(false)

it('reports no problem of a bank where all is well, and breaks no rule of it', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine({ ownAccounts })
  expect(findingsOf(report)).toEqual(Object.fromEntries(direct.map((id) => [id, 'fine'])))
  expect(report.steps.map(({ state }) => state)).toEqual(direct.map(() => 'passed'))
  expect(report.finishedAt).not.toBeNull()
  expect(report.clientIp).toBe('127.0.0.1')
  expect(patient.lastClientIp()).toBe('127.0.0.1')
  expect(await patient.arrived()).toEqual({ calls: 6, broken: [] })
})

it('uses the token that is held and requests no other', async () => {
  await using patient = await Patient.open()
  await patient.client.checkToken()
  const report = await patient.examine()
  expect(stepOf(report, 'token').finding).toBe('fine')
  expect(report.tokenFields).not.toEqual([])
  expect((await patient.control.counters()).tokensIssued).toBe(1)
})

it('reports every step when it begins and when it ends, and never changes what it reported', async () => {
  await using patient = await Patient.open()
  const reportedSteps: string[] = []
  const stored: DoctorReport[] = []
  await patient.examine({
    ownAccounts,
    progressed: (report) => {
      reportedSteps.push(JSON.stringify(report))
      stored.push(report)
    },
  })
  expect(stored.map((report) => JSON.stringify(report))).toEqual(reportedSteps)
  for (const id of direct) {
    const states = stored.map((report) => stepOf(report, id).state)
    const turns = states.filter((state, index) => state !== states[index - 1])
    expect(turns, id).toEqual([...(id === 'resolve' ? [] : ['waiting']), 'running', 'passed'])
  }
})

it('reports the certificates, the token’s fields and the bank’s own messages as facts', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine()
  expect(factOf(stepOf(report, 'server-chain'), 'Protocol')).toBe('TLSv1.3')
  expect(factOf(stepOf(report, 'server-chain'), 'Certificate')).toContain('CN=Practice Bank')
  expect(factOf(stepOf(report, 'client-certificate'), 'Certificate')).toContain(
    'CN=Practice Workstation',
  )
  const health = stepOf(report, 'health-ach')
  expect(factOf(health, 'Correlation id')).toMatch(/^.{36}$/)
  expect(factOf(health, 'Timestamp (zone not stated)')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  expect(factOf(stepOf(report, 'clock'), 'Timestamp (zone not stated)')).toBe(
    factOf(stepOf(report, 'health-validation'), 'Timestamp (zone not stated)'),
  )
  expect(report.tokenFields).toContainEqual({
    name: 'client_id',
    value: '[not kept]',
    remark: 'the consumer key of this profile',
  })
})

it('bank note 10: shows X-Forwarded-For as received, square brackets and all', async () => {
  await using patient = await Patient.open()
  const report = await patient.examine()
  const raw = '[127.0.0.1, 10.20.0.4]'
  expect(factOf(stepOf(report, 'health-validation'), 'X-Forwarded-For')).toBe(raw)
  expect(factOf(stepOf(report, 'address'), 'Forwarded for')).toBe(raw)
})

it('lets no secret of the connection into any report', async () => {
  await using patient = await Patient.open()
  await patient.examine()
  await patient.suffers('forbidden-403', 'any')
  await patient.examine()
  const { consumerKey, consumerSecret, clientId, clientSecret, privateKey } = patient.connection
  const token = await patient.client.checkToken()
  const secrets = [consumerKey, consumerSecret, clientId, clientSecret]
  const reportedSteps = JSON.stringify(patient.reports)
  for (const secret of [...secrets, token.kind === 'token' ? token.value : '?']) {
    expect(reportedSteps).not.toContain(secret)
    expect(reportedSteps).not.toContain(Buffer.from(secret).toString('base64'))
  }
  expect(reportedSteps).not.toContain(privateKey.split('\n')[1])
  expect(reportedSteps).not.toContain('PRIVATE KEY')
})

it('sends no credential to a bank whose certificate it does not trust', async () => {
  const { ca } = await makeTestPki()
  await using patient = await Patient.open((connection) => ({ ...connection, ca }))
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({
    tcp: 'fine',
    'server-chain': 'server-certificate-not-trusted',
    'client-certificate': 'not-run',
    token: 'not-run',
    address: 'not-run',
  })
  expect((await patient.arrived()).calls).toBe(0)
})

it('makes no call with a certificate that the bank does not take', async () => {
  const { certificate: certificateChain, key: privateKey } = await makeTestPki()
  await using patient = await Patient.open(
    (connection) => ({ ...connection, certificateChain, privateKey }),
    objecting,
  )
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({
    'server-chain': 'fine',
    'client-certificate': 'connection-closed',
    token: 'not-run',
  })
  expect((await patient.arrived()).calls).toBe(0)
})

it('does not connect when the host has no address', async () => {
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND bank.invalid'), {
    code: 'ENOTFOUND',
  })
  await using patient = await Patient.open(
    (connection) => ({ ...connection, baseUrl: 'https://bank.invalid' }),
    { lookup: () => Promise.reject(missing) },
  )
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({ resolve: 'address-not-found', tcp: 'not-run' })
  expect(factOf(stepOf(report, 'resolve'), 'System message')).toContain('ENOTFOUND')
})

it('ends before its next step when it is taken back', async () => {
  await using patient = await Patient.open()
  const taking = new AbortController()
  const report = await patient.examine({
    signal: taking.signal,
    progressed: ({ steps }) => {
      if (steps.some(({ id, state }) => id === 'token' && state === 'passed')) taking.abort()
    },
  })
  expect(stepOf(report, 'token').finding).toBe('fine')
  expect(stepOf(report, 'health-validation').state).toBe('not-run')
  expect((await patient.arrived()).calls).toBe(1)
})
