/** A budget in virtual time, and the steps of a test with it. */
import { openRateBudget, type RateBudget } from '../../../../main/bank/client/budget/rate-budget.ts'
import type { Permit, SlotRequest } from '../../../../main/bank/client/budget/rate-permit.ts'
import { MemoryOfTest } from './rate-memory.ts'
import { settle, VirtualTime } from './virtual-time.ts'

/** Opens a budget on a memory; the memory of a former one makes it a restart. */
export async function openBudget(
  memory = new MemoryOfTest(),
  time = new VirtualTime(),
  share?: number,
): Promise<{ budget: RateBudget; time: VirtualTime; memory: MemoryOfTest }> {
  const { clock, startTimer } = time
  const budget = await openRateBudget({
    clock,
    startTimer,
    memory,
    ...(share !== undefined && { share }),
  })
  return { budget, time, memory }
}

/** Requests slots and collects the results in order. */
export function requester(budget: RateBudget) {
  const granted: Permit[] = []
  const refused: string[] = []
  const names: string[] = []
  const query = (name = '', request: Partial<SlotRequest> = {}) => {
    void budget.acquire({ lane: 'interactive', ...request }).then((answer) => {
      if (answer.kind === 'refused') {
        refused.push(answer.reason)
        return
      }
      granted.push(answer)
      names.push(name)
    })
  }
  return { granted, refused, names, request: query }
}

/** A call that is written and answered at once. */
export async function callNow(permit: Permit | undefined, status = 200): Promise<boolean> {
  if (!permit) throw new Error('no permit to call with')
  if (!permit.begin()) return false
  permit.written(500)
  permit.answered(status)
  permit.ended()
  await settle()
  return true
}
