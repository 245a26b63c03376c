import type { Component } from 'vue'

/** One of a few choices. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: Component | undefined
  readonly disabled?: boolean | undefined
}
