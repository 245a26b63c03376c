import type { Component } from 'vue'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: Component | undefined
  readonly disabled?: boolean | undefined
}
