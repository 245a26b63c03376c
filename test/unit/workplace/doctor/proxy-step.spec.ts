/** The examination of a profile behind a real proxy. */
import { describe, expect, it } from 'vitest'
import { stepsOf } from '../../../../preload/contract/api/doctor.ts'
import {
  opensTls,
  passes,
  ProxyOfTest,
  refuses,
  says,
  type ProxyReply,
} from '../../bank/support/proxy-of-test.ts'
import { factOf, findingsOf, ownAccounts, Patient, stepOf } from './support/patient.ts'

const credentials = { userName: 'treasury-desk-7', password: 'Orchid lantern 4471' }

async function examined(reply: ProxyReply, given?: typeof credentials) {
  const proxy = await ProxyOfTest.open(reply)
  await using patient = await Patient.open((connection) => ({
    ...connection,
    proxy: proxy.access(given),
  }))
  const report = await patient.examine({ ownAccounts })
  return { report, proxy, reports: patient.reports, arrived: await patient.arrived() }
}

it('finds no problem where the proxy opens the way, and says whose certificate answered', async () => {
  const { report, arrived } = await examined(passes)
  expect(findingsOf(report)).toEqual(Object.fromEntries(stepsOf(true).map((id) => [id, 'fine'])))
  const step = stepOf(report, 'proxy')
  expect(factOf(step, 'Way to the bank')).toMatch(/^open to 127\.0\.0\.1:\d+$/)
  expect(factOf(step, 'Certificate')).toContain('CN=Practice Bank')
  expect(factOf(step, 'User name and password')).toBe('not stored')
  expect(arrived.broken).toEqual([])
})

it('goes through the proxy with every handshake and call', async () => {
  const { proxy, report } = await examined(passes)
  const [head = ''] = proxy.heads
  expect(new Set(proxy.heads)).toEqual(new Set([head]))
  expect(proxy.heads.length).toBeGreaterThanOrEqual(4)
  expect(stepOf(report, 'token').finding).toBe('fine')
})

describe('the proxy', () => {
  it.each([
    ['proxy-sign-in-refused', refuses('407 No', ['Proxy-Authenticate: Basic realm="x"']), '407'],
    ['proxy-sign-in-unsupported', refuses('407 No', ['Proxy-Authenticate: NTLM']), 'NTLM'],
    [
      'proxy-sign-in-unsupported',
      refuses('407 No', ['Proxy-Authenticate: Negotiate']),
      'Negotiate',
    ],
    ['proxy-refused', refuses('403 Forbidden'), '403'],
    ['proxy-no-way', refuses('502 Bad Gateway'), '502'],
    ['proxy-no-answer', says('HTTP/1.1 200 Conn'), 'closed the connection'],
    ['proxy-answer-unusable', says('220 mail.example\r\n\r\n'), 'HTTP proxy'],
  ] as const)('is named: %s', async (finding, reply, text) => {
    const { report, arrived } = await examined(reply)
    const step = stepOf(report, 'proxy')
    expect(step).toMatchObject({ state: 'failed', finding })
    expect(factOf(step, 'System message')).toContain(text)
    expect(factOf(step, 'Way to the bank')).toBeUndefined()
    expect(findingsOf(report)).toMatchObject({ 'server-chain': 'not-run', token: 'not-run' })
    expect(arrived.calls).toBe(0)
  })

  it('that opens TLS is named with the certificate that it shows, and gets no call', async () => {
    const decrypted: string[] = []
    const { report, arrived } = await examined(await opensTls(decrypted))
    const step = stepOf(report, 'proxy')
    expect(step).toMatchObject({ state: 'failed', finding: 'proxy-opens-tls' })
    expect(factOf(step, 'Issued by')).toContain('CN=Test root')
    expect(decrypted).toEqual([])
    expect(arrived.calls).toBe(0)
  })

  it('gets its credentials, and no report has them', async () => {
    const { proxy, reports } = await examined(refuses('403 No'), credentials)
    const basic = Buffer.from(`${credentials.userName}:${credentials.password}`).toString('base64')
    expect(proxy.heads[0]).toContain(basic)
    for (const secret of [basic, credentials.userName, credentials.password])
      expect(JSON.stringify(reports)).not.toContain(secret)
  })
})
