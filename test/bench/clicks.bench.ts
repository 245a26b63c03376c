/**
 * A click anywhere on the way through the program: how long until the window has drawn its first
 * answer, on each place and tab of the rail, the first row of each list and the tabs of what opens.
 */
import type { Locator, Page } from 'playwright/test'
import { CountersignWindow } from '../e2e/pages/window.ts'
import { submitPayments } from '../e2e/support/prepared-payments.ts'
import { launchForBench, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const { page, close } = await launchForBench()
const window = new CountersignWindow(page)
await window.ready()
await window.leaveWelcome()
await submitPayments(page, ['12500.00', '310.00', '9100.00'])

/** Measures each click up to the end of the frame that draws the first change of the document. */
await page.evaluate(() => {
  const clicks: { readonly after: number; readonly name: string }[] = []
  Object.assign(globalThis, { clicks })
  let last: MutationObserver | undefined
  const measure = ({ timeStamp, target, type }: Event): void => {
    // Tabs change when the button is pressed, everything else when it is released.
    const isTab = (target as Element).closest('[role="tab"]') !== null
    if (isTab !== (type === 'pointerdown')) return
    last?.disconnect()
    const text = (target as HTMLElement).textContent.trim().slice(0, 30)
    const name = `${text} at ${location.hash}`
    const seen = new MutationObserver(() => {
      seen.disconnect()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => clicks.push({ after: performance.now() - timeStamp, name })
      // The task after the frame's callbacks: style, layout and paint of that frame are done.
      requestAnimationFrame(() => channel.port2.postMessage(undefined))
    })
    last = seen
    seen.observe(document, { subtree: true, childList: true, attributes: true })
  }
  for (const type of ['pointerdown', 'click']) addEventListener(type, measure, { capture: true })
})
interface Click {
  readonly after: number
  readonly name: string
}
const measured = (from: Page): Promise<Click[]> =>
  from.evaluate(() => (globalThis as unknown as { clicks: Click[] }).clicks.splice(0))

const settle = async (): Promise<void> => {
  await page.waitForTimeout(sized(400, 50))
}
const clickEach = async (targets: Locator): Promise<void> => {
  for (const target of await targets.all()) {
    // A click on what is open already changes nothing.
    const isOpen = await target
      .evaluate((it) => it.matches('[aria-current], [aria-selected="true"]'), { timeout: 2_000 })
      .catch(() => true)
    if (isOpen) continue
    await target.click({ timeout: 2_000 }).catch(() => undefined)
    await settle()
  }
}

for (const round of ['for the first time', 'again'].slice(0, sized(2, 1))) {
  const clicks: Click[] = []
  const links = await window.rail.getByRole('link').all()
  for (const link of links.slice(0, sized(links.length, 2))) {
    await link.click()
    await settle()
    await clickEach(page.getByRole('navigation', { name: /^Parts of/u }).getByRole('link'))
    await clickEach(page.getByRole('main').getByRole('grid').getByRole('row').nth(1))
    await clickEach(page.getByRole('main').getByRole('tab'))
    clicks.push(...(await measured(page)))
  }
  report(
    `a click until its first answer is drawn, ${round}`,
    clicks.map(({ after }) => after),
    'ms',
    'worst 100 ms',
  )
  const slow = clicks
    .filter(({ after }) => after > 100)
    .map(({ name, after }) => `${name} ${after.toFixed(0)}`)
  console.log(`over 100 ms: ${slow.length === 0 ? 'none' : slow.join(', ')}`)
}
await close()
