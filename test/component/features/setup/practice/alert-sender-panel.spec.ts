import { enableAutoUnmount, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import {
  sendableAlerts,
  type SenderState,
} from '../../../../../preload/contract/api/practice/practice-alerts.ts'
import AlertSenderPanel from '../../../../../renderer/features/setup/practice/AlertSenderPanel.vue'
import { localTime } from '../../../../../renderer/text/times.ts'
import { expectNoViolation } from '../../../support/page.ts'

enableAutoUnmount(afterEach)

const idle: SenderState = {
  subscribedTo: 'https://127.0.0.1:8443/alerts',
  waiting: 0,
  attempts: 0,
  delivered: 0,
  acknowledged: 0,
  refusedAlerts: 0,
  retries: 0,
  givenUp: 0,
  lastAttempt: null,
  nextAttemptAt: null,
}
const panel = (change: Partial<SenderState> = {}): VueWrapper =>
  mount(AlertSenderPanel, {
    attachTo: document.body,
    props: { sender: { ...idle, ...change }, busy: false },
  })
/** The facts of the panel, by label. */
const facts = (page: VueWrapper): Record<string, string> => {
  const values = page.findAll('dd').map((each) => each.text())
  return Object.fromEntries(page.findAll('dt').map((each, at) => [each.text(), values[at] ?? '']))
}

it('sends each kind of alert, from 1 to 10,000 of it', async () => {
  const page = panel()
  for (const kind of sendableAlerts) {
    await page.get('select').setValue(kind)
    for (const count of ['1', '10000', '10,000']) {
      await page.get('input').setValue(count)
      await page.get('form').trigger('submit')
      expect(page.emitted('send')?.at(-1)).toEqual([
        { kind, count: Number(count.replace(',', '')) },
      ])
    }
  }
})

it.each(['', ' ', '0', '-1', '1.5', '10001', '10,001', '1,00', '1e3', '0x10', 'five'])(
  'sends nothing for a count of "%s", and shows beside the field what is accepted',
  async (count) => {
    const page = panel()
    await page.get('input').setValue(count)
    await page.get('form').trigger('submit')
    expect(page.emitted('send')).toBeUndefined()
    const input = page.get('input')
    expect(input.attributes('aria-invalid')).toBe('true')
    const message = document.getElementById(input.attributes('aria-describedby') ?? '')
    expect(message?.textContent).toContain('From 1 to 10,000')
    await expectNoViolation(page)
  },
)

it('shows that nobody has subscribed, and that alerts wait', async () => {
  const page = panel({ subscribedTo: null, waiting: 1234 })
  expect(facts(page)).toMatchObject({
    'Delivers to': 'None: alerts wait until a listener runs',
    Waiting: '1,234',
    'Last call': 'None',
  })
  expect(facts(page)).not.toHaveProperty('Next call')
  await expectNoViolation(page)
})

it('shows the delivered, refused, retried and lost alerts, and when the next call is', async () => {
  const at = '2026-11-21T09:00:00.000Z'
  const nextAttemptAt = '2026-11-21T09:00:30.000Z'
  const page = panel({
    acknowledged: 10_000,
    delivered: 100,
    refusedAlerts: 2,
    retries: 3,
    givenUp: 4,
    lastAttempt: { at, status: 503 },
    nextAttemptAt,
  })
  expect(facts(page)).toMatchObject({
    'Delivers to': idle.subscribedTo,
    Acknowledged: '10,000 in 100 calls',
    Refused: '2',
    Retries: '3 calls',
    'Lost permanently': '4',
    'Last call': `${localTime(at)}Answered 503`,
    'Next call': localTime(nextAttemptAt),
  })
  await page.setProps({ sender: { ...idle, delivered: 1, lastAttempt: { at, status: null } } })
  expect(facts(page)).toMatchObject({
    Acknowledged: '0 in 1 call',
    'Last call': `${localTime(at)}No answer`,
  })
  expect(facts(page)).not.toHaveProperty('Refused')
  await expectNoViolation(page)
})

it('takes the focus when another screen links to it', () => {
  const page = mount(AlertSenderPanel, {
    attachTo: document.body,
    props: { sender: idle, busy: false, focused: true },
  })
  expect(document.activeElement).toBe(page.get('select').element)
})
