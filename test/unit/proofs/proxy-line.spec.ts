/** The line to the proxy of the proof of once is cut where it says, before a byte of a payment. */
import { expect, it, onTestFinished } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { ProxyLine, waySteps, type WayStep } from '../../proofs/harness/proxy-line.ts'
import { closeBanksAfterEach, openBank } from '../bank/support/open-bank.ts'
import { ProxyOfTest } from '../bank/support/proxy-of-test.ts'
import { json } from '../bank/support/real-bank.ts'

closeBanksAfterEach()

const pay = {
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
  actor: 'ann',
} as const

const reasons: Readonly<Record<WayStep, string>> = {
  connecting: 'proxy-unreachable',
  connected: 'proxy-',
  asked: 'proxy-no-answer',
  'half-answered': 'proxy-no-answer',
  answered: 'connection-lost',
  handshake: 'connection-lost',
  verifying: 'connection-lost',
}

it.each(waySteps)('ends a payment as not sent, and the next one is sent: %s', async (step) => {
  const proxy = await ProxyOfTest.open()
  const line = await ProxyLine.to(proxy.access().port)
  onTestFinished(() => line.close())
  const bank = await openBank((connection) => ({
    ...connection,
    proxy: { ...proxy.access(), port: line.port },
  }))
  bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS' })
  await bank.client.checkToken()
  await line.cut(step)
  expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
    kind: 'not-sent',
    reason: expect.stringContaining(reasons[step]) as string,
  })
  expect(bank.calls).toEqual([])
  await line.restore()
  expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({ verdict: 'accepted' })
  expect(bank.calls).toHaveLength(1)
})
