/** The actions on one item or on many: assign, mark done, reopen, and the result as text. */
import { ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  mostAtOnce,
  shownItemOf,
  type InboxChanged,
  type InboxItem,
} from '../../../../preload/contract/api/inbox/inbox.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'
import { plural } from '../../../text/plural.ts'
import { explain } from '../../../text/explain.ts'
import type { Explanation } from '../../../text/explanation.ts'
import { refusedText } from './text.ts'

/** An operator to whom items can be assigned. */
export interface Assignee {
  readonly id: string
  readonly name: string
}

type Change<Item> = (items: Item[]) => Promise<Result<InboxChanged, Failure>>

/** The actions of the screen; `changed` is called after each. */
export function useInboxActs(changed: () => unknown) {
  const busy = ref(false)
  /** The result of the last action. */
  const doneText = ref('')
  /** The items it did not change, a sentence each. */
  const refused = shallowRef<readonly string[]>([])
  const problem = shallowRef<Explanation>()
  const assignees = shallowRef<readonly Assignee[]>([])

  function forget(): void {
    doneText.value = ''
    refused.value = []
    problem.value = undefined
  }

  /** In parts of the size that main accepts. */
  async function change<Item>(
    items: readonly Item[],
    verb: string,
    act: Change<Item>,
  ): Promise<boolean> {
    if (items.length === 0 || busy.value) return false
    forget()
    busy.value = true
    const unchanged: string[] = []
    let count = 0
    for (let from = 0; from < items.length; from += mostAtOnce) {
      const answer = await act(items.slice(from, from + mostAtOnce))
      if (!answer.ok) {
        problem.value = explain(answer.error)
        break
      }
      count += answer.value.changed
      unchanged.push(...answer.value.refused.map(refusedText))
    }
    busy.value = false
    refused.value = unchanged
    doneText.value = count === 0 ? '' : `${plural(count, 'item', 'items')} ${verb}`
    await changed()
    return count > 0
  }

  /** Reads the possible assignees: everyone who can sign in. */
  async function readAssignees(): Promise<void> {
    const answer = await bridge().operators.list()
    if (!answer.ok) return
    assignees.value = answer.value.flatMap(({ id, name, disabled }) =>
      disabled ? [] : [{ id, name }],
    )
  }

  return {
    busy,
    doneText,
    refused,
    problem,
    assignees,
    forget,
    readAssignees,
    assign: (ids: readonly string[], to: Assignee | null) =>
      change(ids, to === null ? 'unassigned' : `assigned to ${to.name}`, (some) =>
        bridge().inbox.assign({ ids: some, operatorId: to?.id ?? null }),
      ),
    markDone: (items: readonly InboxItem[]) =>
      change(items.map(shownItemOf), 'marked as done', (some) =>
        bridge().inbox.markDone({ items: some }),
      ),
    reopen: (ids: readonly string[]) =>
      change(ids, 'reopened', (some) => bridge().inbox.reopen({ ids: some })),
  }
}
export type InboxActs = ReturnType<typeof useInboxActs>
