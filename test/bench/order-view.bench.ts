/** Duration of reading the view of a completed payment: the call from the window to main and back. */
import { CountersignWindow } from '../e2e/pages/window.ts'
import { completedPayment } from '../e2e/support/sent-payment.ts'
import { launchForBench, report } from './support/bench.ts'

const rounds = 400

const { page, close } = await launchForBench()
await new CountersignWindow(page).ready()
await completedPayment(page)
const times = await page.evaluate(async (count) => {
  const { countersign } = window
  const list = await countersign.invoke('orders.list', { cursor: null, limit: 1, view: 'all' })
  const id = list.ok ? list.value.items[0]?.id : undefined
  if (id === undefined) throw new Error('The list of payments is empty.')
  const measured: number[] = []
  for (let i = 0; i < count; i += 1) {
    const start = performance.now()
    await countersign.invoke('orders.get', { id })
    measured.push(performance.now() - start)
  }
  return measured
}, rounds)
report('view of a completed payment (orders.get)', times, 'ms')
await close()
