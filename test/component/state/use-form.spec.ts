import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reactive } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import {
  focusFirstProblem,
  isLibraryText,
  readInput,
  useFieldNotes,
  useForm,
  useShownFields,
} from '../../../renderer/state/use-form.ts'

beforeEach(() => setActivePinia(createPinia()))

const schema = z.object({
  name: z
    .string()
    .trim()
    .refine((text) => text !== '', { error: 'Name: needed', params: { source: 'document' } })
    .refine((text) => text.length > 1, { error: 'Two letters' }),
  code: z.string().regex(/^\d*$/, { error: 'Digits' }).max(3),
})
type Field = 'name' | 'code'
const refusal = (path: string, message = 'Taken'): Failure => ({
  code: 'invalid-input',
  fields: [{ path, message, source: null }],
})
const useNameForm = (saved = { name: '', code: '' }) =>
  useForm({
    place: 'Name',
    initial: () => ({ ...saved }),
    read: (values) => readInput(schema, values),
    fieldOf: (path) => path as Field,
  })

describe('parsing an input by its schema', () => {
  it('returns the parsed data, or each broken rule with its source and its code', () => {
    expect(readInput(schema, { name: ' Ada ', code: '1' })).toEqual({
      data: { name: 'Ada', code: '1' },
      problems: [],
    })
    expect(readInput(schema, { name: '', code: 'x' })).toEqual({
      data: undefined,
      problems: [
        { path: 'name', message: 'Name: needed', source: 'document', code: 'custom' },
        { path: 'name', message: 'Two letters', source: null, code: 'custom' },
        { path: 'code', message: 'Digits', source: null, code: 'invalid_format' },
      ],
    })
  })

  it('names a nested field by its path', () => {
    const nested = z.object({ lines: z.array(z.object({ text: z.string().min(1) })) })
    const { problems } = readInput(nested, { lines: [{ text: 'a' }, { text: '' }] })
    expect(problems.map(({ path }) => path)).toEqual(['lines.1.text'])
  })

  it('distinguishes messages of the library from those of a schema', () => {
    const shapes = z.object({
      long: z.string().max(1),
      short: z.string().min(1),
      other: z.number(),
    })
    const { problems } = readInput(shapes, { long: 'ab', short: '', other: 'x' })
    expect(problems.map(({ message }) => isLibraryText(message))).toEqual([true, true, true])
    expect(isLibraryText('At most 255 characters')).toBe(false)
  })
})

describe('the fields that show their message', () => {
  it('are those that were left, and all of them after a submission', () => {
    const shown = useShownFields<Field>()
    expect(shown.isShown('name')).toBe(false)
    shown.left('name')
    expect([shown.isShown('name'), shown.isShown('code')]).toEqual([true, false])
    shown.showAll()
    expect(shown.isShown('code')).toBe(true)
    shown.showAll(false)
    expect([shown.isShown('name'), shown.isShown('code')]).toEqual([true, false])
    shown.hideAll()
    expect(shown.isShown('name')).toBe(false)
  })

  it('include those that a condition always shows', () => {
    const values = reactive({ name: '', code: '' })
    const shown = useShownFields<Field>((field) => values[field] !== '')
    values.code = 'x'
    expect([shown.isShown('name'), shown.isShown('code')]).toEqual([false, true])
  })
})

describe('the messages of the fields', () => {
  const twice = [
    { path: 'name', message: 'first', source: 'one' },
    { path: 'name', message: 'second', source: null },
  ]

  it('are the first problem of each field', () => {
    const notes = useFieldNotes<Field>(() => twice)
    notes.showAll()
    expect(notes.problem('name')).toEqual({ text: 'first', source: 'one' })
    expect(notes.problem('code')).toBeUndefined()
    expect(notes.fields()).toEqual(['name'])
  })

  it('leave out a problem of no field, and use the texts of their form', () => {
    const notes = useFieldNotes<Field>(() => [...twice, { path: 'x', message: '', source: null }], {
      fieldOf: (path) => (path === 'name' ? 'name' : undefined),
      noteOf: ({ message }, field) => ({ text: `${field} ${message}`, source: '' }),
    })
    notes.showAll()
    expect(notes.fields()).toEqual(['name'])
    expect(notes.problem('name')?.text).toBe('name first')
  })

  it('prefer the problem that the form finds to the one of main', () => {
    const found = reactive([...twice])
    const notes = useFieldNotes<Field>(() => found)
    notes.takeRefusal(refusal('name'))
    notes.showAll()
    expect(notes.problem('name')?.text).toBe('first')
    found.length = 0
    expect(notes.problem('name')).toEqual({ text: 'Taken', source: '' })
    expect(notes.found.value.size).toBe(0)
  })

  it('drop the problem of main for one field, or all of them', () => {
    const notes = useFieldNotes<Field>(() => [])
    const both: Failure = {
      code: 'invalid-input',
      fields: [...twice, { path: 'code', message: 'third', source: null }],
    }
    notes.takeRefusal(both)
    notes.dropRefusal('name')
    expect(notes.fields()).toEqual(['code'])
    notes.takeRefusal(both)
    notes.dropRefusal()
    expect(notes.fields()).toEqual([])
  })

  it('stay unchanged after a failure that names no field', () => {
    const notes = useFieldNotes<Field>(() => [])
    notes.takeRefusal(refusal('name'))
    notes.takeRefusal({ code: 'signed-out' })
    expect(notes.fields()).toEqual(['name'])
    notes.clearNotes()
    expect(notes.fields()).toEqual([])
  })
})

describe('a form', () => {
  it('detects whether it differs from the saved input, and resets to it', () => {
    const form = useNameForm({ name: 'Ada', code: '1' })
    expect(form.isChanged.value).toBe(false)
    form.values.name = ''
    form.left('name')
    expect(form.isChanged.value).toBe(true)
    expect(form.problem('name')?.text).toBe('Name: needed')
    form.reset()
    expect(form.values).toEqual({ name: 'Ada', code: '1' })
    expect(form.isChanged.value).toBe(false)
    form.values.name = ''
    expect(form.problem('name')).toBeUndefined()
  })

  it('sends nothing while a rule is broken, and shows every problem from then on', async () => {
    const form = useNameForm()
    const call = vi.fn<() => Promise<Result<string, Failure>>>()
    expect(await form.submit(call)).toBeUndefined()
    expect(call).not.toHaveBeenCalled()
    expect(form.problem('name')?.text).toBe('Name: needed')
    expect(form.busy.value).toBe(false)
  })

  it('sends the parsed input, and only once at a time', async () => {
    const form = useNameForm()
    Object.assign(form.values, { name: ' Ada ', code: '1' })
    const answers: ((answer: Result<string, Failure>) => void)[] = []
    const call = vi.fn<(data: z.infer<typeof schema>) => Promise<Result<string, Failure>>>(
      () => new Promise((resolve) => answers.push(resolve)),
    )
    const first = form.submit(call)
    const second = form.submit(call)
    await flushPromises()
    expect(form.busy.value).toBe(true)
    expect(await second).toBeUndefined()
    answers[0]?.(ok('done'))
    expect(await first).toEqual(ok('done'))
    expect(call.mock.calls).toEqual([[{ name: 'Ada', code: '1' }]])
    expect(form.busy.value).toBe(false)
  })

  it('keeps its input when main refuses it, and shows the reason at the field until a change', async () => {
    const form = useNameForm()
    form.values.name = 'Ada'
    expect(await form.submit(() => Promise.resolve(err(refusal('name'))))).toEqual(
      err(refusal('name')),
    )
    expect(form.values.name).toBe('Ada')
    expect(form.problem('name')?.text).toBe('Taken')
    expect(form.failure.value).toEqual(refusal('name'))
    form.values.name = 'Adam'
    expect(form.problem('name')).toBeUndefined()
    await form.submit(() => Promise.resolve(ok('done')))
    expect(form.failure.value).toBeUndefined()
  })

  it('can be sent again after an interrupted call', async () => {
    const form = useNameForm()
    form.values.name = 'Ada'
    await expect(form.submit(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(form.busy.value).toBe(false)
    expect(form.values.name).toBe('Ada')
  })
})

describe('the focus after a submission', () => {
  it('moves to the first field with a problem, and stays without one', async () => {
    const frame = document.createElement('div')
    frame.innerHTML = '<input id="a"><input id="b" aria-invalid="true"><input aria-invalid="true">'
    document.body.append(frame)
    expect(await focusFirstProblem(frame)).toBe(true)
    expect(document.activeElement?.id).toBe('b')
    frame.innerHTML = '<input id="a">'
    expect(await focusFirstProblem(frame)).toBe(false)
    expect(await focusFirstProblem(null)).toBe(false)
    frame.remove()
  })
})
