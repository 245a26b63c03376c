/** A practice workstation reaches the practice bank through the practice proxy. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import { openPracticeProxy } from '../../../main/practice/practice-proxy.ts'
import { openTunnel, type ProxyAccess } from '../../../main/platform/proxy-tunnel.ts'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { findingsOf, Patient } from '../workplace/doctor/support/patient.ts'

async function openBehind(leadsTo: readonly number[]) {
  const proxy = await openPracticeProxy(0, leadsTo)
  onTestFinished(() => proxy.close())
  return proxy.access
}
const failureOf = (proxy: ProxyAccess, port: number): Promise<string> =>
  openTunnel(proxy, { host: '127.0.0.1', port }, AbortSignal.timeout(5_000)).then(
    (socket) => {
      socket.destroy()
      return 'open'
    },
    (error: unknown) => (error as { failure: string }).failure,
  )

it('is in the enrolment of a bank that stands behind it, and leads to that bank', async () => {
  const bank = await openPracticeBank({ proxyPort: 0 })
  onTestFinished(() => bank.close())
  const control = connectPracticeBank(bank.controlUrl)
  onTestFinished(() => control.close())
  const { proxy } = await control.enrolment()
  expect(proxy).toEqual(bank.enrolment.proxy)
  if (!proxy) throw new Error('no proxy')
  expect(await failureOf(proxy, Number(new URL(bank.address).port))).toBe('open')
})

it('lets the doctor and every call through to the bank', async () => {
  await using patient = await Patient.open(undefined, {}, { proxyPort: 0 })
  const report = await patient.examine()
  expect(findingsOf(report)).toMatchObject({ proxy: 'fine', token: 'fine', 'health-ach': 'fine' })
})

it('asks for Basic, leads nowhere else, and says when nothing answers there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const access = await openBehind([port])
  expect(await failureOf({ ...access, credentials: undefined }, port)).toBe('proxy-sign-in-refused')
  expect(await failureOf(access, port + 1)).toBe('proxy-refused')
  server.close()
  await once(server, 'close')
  expect(await failureOf(access, port)).toBe('proxy-no-way')
})
