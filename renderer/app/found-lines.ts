/**
 * Search results of main for the palette: requested when typing pauses, and only the answer to the
 * newest query counts. The typed text may be an account number, so nothing of it is stored.
 */
import { computed, onScopeDispose, ref, shallowRef, type Component } from 'vue'
import IconPayment from '~icons/lucide/banknote'
import IconAlert from '~icons/lucide/bell'
import IconPayee from '~icons/lucide/contact'
import IconBatch from '~icons/lucide/layers'
import IconEntry from '~icons/lucide/list'
import IconMore from '~icons/lucide/list-filter'
import IconValidation from '~icons/lucide/badge-check'
import type { Failure } from '../../preload/contract/api/failures.ts'
import {
  fewestLetters,
  foundKinds,
  type FoundKind,
  type SearchAnswer,
} from '../../preload/contract/api/search/search.ts'
import { bridge } from '../state/bridge.ts'
import { explain } from '../text/explain.ts'
import { handSearch } from '../state/search-handoff.ts'
import { localMinute } from '../text/times.ts'
import type { PaletteCommand } from '../ui/overlay/CommandPalette.vue'

interface KindLook {
  readonly group: string
  readonly icon: Component
  /**
   * The list that may have more results, and its name; undefined: these results belong to no single
   * list.
   */
  readonly list?: { readonly path: string; readonly label: string }
}

const kinds: Readonly<Record<FoundKind, KindLook>> = {
  payment: {
    group: 'Payments',
    icon: IconPayment,
    list: { path: '/orders', label: 'Payments' },
  },
  batch: {
    group: 'Batches',
    icon: IconBatch,
    list: { path: '/batches', label: 'ACH batches' },
  },
  entry: { group: 'Entries', icon: IconEntry },
  alert: { group: 'Alerts', icon: IconAlert, list: { path: '/alerts', label: 'Alerts' } },
  validation: {
    group: 'Validations',
    icon: IconValidation,
    list: { path: '/validation/history', label: 'Validation history' },
  },
  payee: { group: 'Payees', icon: IconPayee, list: { path: '/payees', label: 'Payees' } },
}

/** A line of the palette with its address. */
export interface FoundLine extends PaletteCommand {
  readonly address: string
}

const nothing: SearchAnswer = { found: [], more: [] }
const pauseMs = 120

/** Returns the search results for the typed text. */
export function useFoundLines(open: (address: string) => void) {
  const answer = shallowRef<SearchAnswer>(nothing)
  const failure = shallowRef<Failure>()
  const searching = ref(false)
  let text = ''
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function query(mine: number): Promise<void> {
    const results = await bridge().search.find({ text })
    // A newer text was typed meanwhile.
    if (mine !== turn) return
    searching.value = false
    answer.value = results.ok ? results.value : nothing
    failure.value = results.ok ? undefined : results.error
  }

  /** Searches for the typed text; the results of an older text are removed at once. */
  function search(typed: string): void {
    const next = typed.trim()
    if (next === text) return
    text = next
    turn += 1
    clearTimeout(timer)
    answer.value = nothing
    failure.value = undefined
    searching.value = Array.from(text).length >= fewestLetters
    const mine = turn
    if (searching.value) timer = setTimeout(() => void query(mine), pauseMs)
  }
  onScopeDispose(() => {
    turn += 1
    clearTimeout(timer)
  })

  const lines = computed<readonly FoundLine[]>(() =>
    foundKinds.flatMap((kind) => {
      const { group, icon, list } = kinds[kind]
      const found = answer.value.found
        .filter((one) => one.kind === kind)
        .map(({ id, title, detail, at, address }) => ({
          id: `found.${kind}.${id}`,
          title,
          group,
          icon,
          address,
          detail,
          time: localMinute(at),
        }))
      if (!answer.value.more.includes(kind)) return found
      if (!list) return found
      const more = {
        id: `more.${kind}`,
        group,
        icon: IconMore,
        address: list.path,
        title: `More in ${list.label}`,
      }
      return [...found, more]
    }),
  )

  /**
   * Opens a result; a list with more results is opened with the typed text. False if the id is none
   * of these.
   */
  function run(id: string): boolean {
    const line = lines.value.find((one) => one.id === id)
    if (!line) return false
    if (id.startsWith('more.')) handSearch(line.address, text)
    open(line.address)
    return true
  }

  const problem = computed(() => (failure.value ? explain(failure.value).title : undefined))
  return { lines, searching, problem, search, run }
}
