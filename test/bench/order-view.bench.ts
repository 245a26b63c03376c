/** Duration of reading the view of a completed payment: the call from the window to main and back. */
import { z } from 'zod'
import { CountersignWindow } from '../e2e/pages/window.ts'
import { completedPayment } from '../e2e/support/sent-payment.ts'
import { launchForBench, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rounds = sized(400, 5)

const { page, close } = await launchForBench()
const shown = new CountersignWindow(page)
await shown.ready()
await shown.leaveWelcome()
await completedPayment(page)
const answer = await page.evaluate(() =>
  window.countersign.invoke('orders.list', { cursor: null, limit: 1, view: 'all' }),
)
const listed = z.object({ value: z.object({ items: z.array(z.object({ id: z.string() })) }) })
const [order] = listed.parse(answer).value.items
const times = await page.evaluate(
  async ({ count, input }) => {
    const measured: number[] = []
    for (let i = 0; i < count; i += 1) {
      const start = performance.now()
      await window.countersign.invoke('orders.get', input)
      measured.push(performance.now() - start)
    }
    return measured
  },
  { count: rounds, input: { id: order?.id } },
)
report('view of a completed payment (orders.get)', times, 'ms')
await close()
