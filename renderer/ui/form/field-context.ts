import { computed, inject, provide, useId, type ComputedRef, type InjectionKey } from 'vue'

interface FieldContext {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: ComputedRef<string | undefined>
  readonly invalid: ComputedRef<boolean>
  readonly required: ComputedRef<boolean>
}

const fieldKey: InjectionKey<FieldContext> = Symbol('field')

/** Provides id, description and state to the control inside a Field. */
export function provideField(context: FieldContext): void {
  provide(fieldKey, context)
}

/**
 * Returns the attributes of a control: from the Field around it, or with an id of its own if there
 * is none.
 */
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
