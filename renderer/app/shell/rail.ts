import type { Component } from 'vue'

/** A screen or a place of several screens in the rail. */
export interface RailItem {
  readonly id: string
  readonly label: string
  readonly icon: Component
  readonly shortcut?: string | undefined
  /** The number of waiting records; 0 is not shown. */
  readonly count?: number | undefined
  /** The meaning of the count, announced after it: "waiting for approval". */
  readonly countMeans?: string | undefined
  /** The count asks for attention. */
  readonly urgent?: boolean | undefined
}

/** A screen of the shown item of the rail, as a tab beside the heading. */
export interface ScreenTab {
  readonly id: string
  readonly label: string
  readonly shortcut?: string | undefined
}

/** Screens that belong together; the last group with `foot` is at the bottom. */
export interface RailGroup {
  readonly id: string
  readonly label?: string | undefined
  readonly foot?: boolean | undefined
  readonly items: readonly RailItem[]
}
