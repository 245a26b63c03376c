/**
 * Two people decide about an order whose home fell silent in mid-sending: others find that it is gone
 * and ask the bank, the two send the order again, and then the home comes back.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Member } from './member.ts'
import { checker, isUnderWay, maker, type Person } from '../harness/people.ts'
import type { People } from './people.ts'
import type { TeamCreated } from './play.ts'
import { rescueMs, type Decision } from './schedule.ts'
import type { Team } from './team.ts'

/** Longer than bytes of a sending may be in a workstation that fell silent. */
const bytesMs = 20 * 60_000

/** Plays it with an approved order, which is released at its first place. */
export async function decide(
  team: Team,
  people: People,
  created: TeamCreated,
  { how, before, back, isLate, twice }: Decision,
): Promise<void> {
  const { id, planned } = created
  const { factor } = team.size
  const home = team.at(planned.releasedAt[0] ?? 0)
  const others = team.members.filter((member) => member !== home)
  const [here = home, there = home] = others
  const struck = await strikeInSending(home, { how, before, heldMs: 2.5 * rescueMs * factor })
  const order = await people.read(id)
  const released = order && people.release(home, order)
  const isOut = ({ state }: { readonly state: string }): boolean =>
    !['approved', 'queued', 'sending'].includes(state)
  const left = await people.until(id, isOut, 3 * rescueMs * factor + 5_000, others)
  if (struck.isStruck && left?.state === 'outcome-unknown') {
    if (isLate) await team.hearEarlier(home, bytesMs)
    await people.order(there, 'inquire', { id }, checker)
    const unknown = await people.read(id, others)
    const input = {
      id,
      evidence: unknown?.unknownOutcome?.evidence ?? '',
      reason: 'Not found at the bank',
    }
    const clicked = twice ? [here, there] : [there]
    const click = (method: string, person: Person) =>
      Promise.all(clicked.map((member) => people.order(member, method, input, person)))
    await click('proposeResend', maker)
    if (back === 'when-proposed') await comeBack(home)
    if ((await countAtBank(team, created)) > 0) created.most += 1
    const confirming = click('confirmResend', checker)
    if (back === 'with-confirmation') await comeBack(home)
    await confirming
    await people.until(id, (one) => !isUnderWay(one), 2_000, others)
  }
  await comeBack(home)
  await released
}

/** Makes the home fall silent when it sends. */
async function strikeInSending(
  home: Member,
  { how, before, heldMs }: Pick<Decision, 'how' | 'before'> & { readonly heldMs: number },
): Promise<{ readonly isStruck: boolean }> {
  const struck = { isStruck: false }
  const then = (): void => {
    struck.isStruck = true
    home.isTroubled = true
    if (how === 'asleep') home.stop()
    if (how === 'killed') void home.kill()
    if (how === 'cut-off') void home.storeLine.break({ kind: 'hold' })
  }
  await home.bankLine.break(
    before === 'first-byte'
      ? { kind: 'on-handshake', heldMs: how === 'cut-off' ? heldMs : 0, then }
      : { kind: 'on-request', passes: true, then },
  )
  return struck
}

async function comeBack(home: Member): Promise<void> {
  home.wake()
  await home.restoreLines()
}

async function countAtBank(team: Team, { debitAccount, reference }: TeamCreated): Promise<number> {
  const { payments } = await team.control.ledger()
  const account = significantAccount(debitAccount)
  const found = payments.find(
    (one) => one.debitAccount === account && one.requestReference === reference,
  )
  return found?.count ?? 0
}
