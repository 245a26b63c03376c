import { computed, inject, provide, useId, type ComputedRef, type InjectionKey } from 'vue'

interface FieldContext {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: ComputedRef<string | undefined>
  readonly invalid: ComputedRef<boolean>
  readonly required: ComputedRef<boolean>
}

const fieldKey: InjectionKey<FieldContext> = Symbol('field')

/** Lets the control inside a Field take its id, description and state without being told. */
export function provideField(context: FieldContext): void {
  provide(fieldKey, context)
}

/** The attributes of a control: from the Field around it, or an id of its own where there is none. */
export function useFieldControl() {
  const field = inject(fieldKey, undefined)
  const ownId = useId()
  return computed(() => ({
    id: field?.id ?? ownId,
    'aria-labelledby': field?.labelledBy,
    'aria-describedby': field?.describedBy.value,
    'aria-invalid': field?.invalid.value === true ? ('true' as const) : undefined,
    'aria-required': field?.required.value === true ? ('true' as const) : undefined,
  }))
}
