/**
 * The state of a form: its input, the message of each field and when it is shown, and a submission
 * that runs once. A failure never changes the input.
 */
import { computed, nextTick, reactive, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import { sourceOfIssue } from '../../preload/contract/kernel/rule-source.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'
import { useUnsavedMark } from './stores/unsaved.store.ts'

/** The message below a field. */
export interface FieldNote {
  readonly text: string
  /** The source of the rule, as shown below the message. */
  readonly source: string
  /** The full source, if `source` is short. */
  readonly where?: string
}

/** A broken rule, found by the form or by main. */
export interface FormProblem {
  readonly path: string
  readonly message: string
  readonly source: string | null
  /** The code of the schema's issue; undefined in a refusal of main. */
  readonly code?: string
}

/** The data of an input; undefined while a rule is broken. */
export interface FormRead<T> {
  readonly data: T | undefined
  readonly problems: readonly FormProblem[]
}

/** Returns the data of an input, or every rule of the schema that it breaks. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): FormRead<T> {
  const { data, error } = schema.safeParse(input)
  const problems = (error?.issues ?? []).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    source: sourceOfIssue(issue),
    code: issue.code,
  }))
  return { data, problems }
}

/** Whether a message is the schema library's own text, which is not written for operators. */
export const isLibraryText = (message: string): boolean =>
  /^(?:Invalid input|Too (?:big|small))/.test(message)

/**
 * Returns which fields show their message: those that were left once, and all of them after an
 * attempt to send. `showsAtOnce` names fields that need neither, mostly once something is typed.
 */
export function useShownFields<F extends string>(showsAtOnce: (field: F) => boolean = () => false) {
  const visited = reactive(new Set<string>())
  const tried = ref(false)
  return {
    isShown: (field: F): boolean => tried.value || visited.has(field) || showsAtOnce(field),
    left: (field: F): void => void visited.add(field),
    /** Shows every message from now on, or only those of fields that were left. */
    showAll: (isAll = true): void => void (tried.value = isAll),
    hideAll: (): void => {
      visited.clear()
      tried.value = false
    },
  }
}

interface NoteOptions<F extends string> {
  /** The field that shows a problem; undefined for none. The path itself if omitted. */
  readonly fieldOf?: (path: string) => F | undefined
  readonly noteOf?: (problem: FormProblem, field: F) => FieldNote
  readonly showsAtOnce?: (field: F) => boolean
}

/** Returns the message of each field. For input that is held elsewhere; see `useForm`. */
export function useFieldNotes<F extends string>(
  problems: () => readonly FormProblem[],
  {
    fieldOf = (path) => path as F,
    noteOf = ({ message, source }) => ({ text: message, source: source ?? '' }),
    showsAtOnce,
  }: NoteOptions<F> = {},
) {
  const shown = useShownFields<F>(showsAtOnce)
  const refused = shallowRef<readonly FormProblem[]>([])

  /** The first problem of each field. */
  function byField(all: readonly FormProblem[]): ReadonlyMap<F, FieldNote> {
    const notes = new Map<F, FieldNote>()
    for (const problem of all) {
      const field = fieldOf(problem.path)
      if (field !== undefined && !notes.has(field)) notes.set(field, noteOf(problem, field))
    }
    return notes
  }
  const found = computed(() => byField(problems()))
  const fromMain = computed(() => byField(refused.value))

  return {
    ...shown,
    /** The problems found by the form, shown or not. */
    found,
    /** The problem of a field, if it is to be shown. */
    problem: (field: F): FieldNote | undefined =>
      shown.isShown(field) ? (found.value.get(field) ?? fromMain.value.get(field)) : undefined,
    /** The fields with a problem, shown or not; those of main last. */
    fields: (): F[] => [...new Set([...found.value.keys(), ...fromMain.value.keys()])],
    /** Takes the problems of a refusal of main; any other failure names no field. */
    takeRefusal: (failure: Failure): void => {
      if (failure.code === 'invalid-input') refused.value = failure.fields
    },
    /** Drops main's problem of a changed field, or all of them. */
    dropRefusal: (field?: F): void => {
      refused.value = refused.value.filter(
        ({ path }) => field !== undefined && fieldOf(path) !== field,
      )
    },
    clearNotes: (): void => {
      shown.hideAll()
      refused.value = []
    },
  }
}

interface FormOptions<V, T, F extends string> extends NoteOptions<F> {
  /** Its name as a place with unsaved input; null: it registers otherwise, as a dialog does. */
  readonly place: string | null
  /** Returns the saved or empty input, a new object each time. */
  readonly initial: () => V
  readonly read: (values: V) => FormRead<T>
}

/** Returns the state of a form that holds its own input. */
export function useForm<V extends object, T, F extends string>({
  place,
  initial,
  read: readValues,
  ...options
}: FormOptions<V, T, F>) {
  const values = reactive(initial()) as V
  /** The input that later input is compared with. */
  const saved = shallowRef(initial())
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  const read = computed(() => readValues(values))
  const notes = useFieldNotes<F>(() => read.value.problems, options)
  watch(values, () => notes.dropRefusal(), { deep: true, flush: 'sync' })
  const isChanged = computed(() => JSON.stringify(values) !== JSON.stringify(saved.value))
  if (place !== null) useUnsavedMark(place, () => isChanged.value)

  /** Replaces the input by the initial one, and drops every message. */
  function reset(): void {
    Object.assign(values, initial())
    saved.value = initial()
    failure.value = undefined
    notes.clearNotes()
  }

  /**
   * Sends valid input, one call at a time. Returns main's answer, whose failure is shown; undefined
   * if a rule is broken, which is shown from now on, or if a call is in progress.
   */
  async function submit<R>(
    call: (data: T) => Promise<Result<R, Failure>>,
  ): Promise<Result<R, Failure> | undefined> {
    notes.showAll()
    const { data } = read.value
    if (busy.value || data === undefined) return undefined
    busy.value = true
    try {
      const answer = await call(data)
      failure.value = answer.ok ? undefined : answer.error
      if (!answer.ok) notes.takeRefusal(answer.error)
      return answer
    } finally {
      busy.value = false
    }
  }

  return {
    ...notes,
    values,
    saved,
    isChanged,
    read,
    busy,
    failure,
    reset,
    submit,
  }
}

/** Moves the focus to the first field with a shown problem; false if there is none. */
export async function focusFirstProblem(within: ParentNode | null | undefined): Promise<boolean> {
  await nextTick()
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  return field !== undefined && field !== null
}
