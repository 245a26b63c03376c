/** What a smoke run is given, and what it reports. Both are files, since a program of Windows has no output. */

/** Files of the run are full paths. */
export interface SmokePlan {
  readonly dataFolder: string
  readonly reportFile: string
  readonly exportFile: string
  /** A workbook of one account, and one that unpacks to more than is read. */
  readonly workbooks: { readonly small: string; readonly tooLarge: string }
  /** A bank that trusts another client certificate than the one in the file. */
  readonly bank: {
    readonly baseUrl: string
    readonly rootFile: string
    readonly rootFingerprint: string
    readonly certificateFile: string
    readonly certificatePassword: string
    readonly credentials: Readonly<Record<string, string>>
    readonly identifiers: Readonly<Record<string, string>>
  }
}

/** Of the first administrator. */
export const firstPassphrase = 'smoke rises here'

/** The variable with the path of the plan. */
export const planVariable = 'COUNTERSIGN_SMOKE'

/** The steps in order. */
export const smokeSteps = [
  'window shown',
  'account validated',
  'export written',
  'workbooks read',
  'memory limit held',
  'main thread waited',
  'wrong certificate refused',
  'locked',
] as const
export type SmokeStep = (typeof smokeSteps)[number]

/** A step without `problem` succeeded. */
export interface StepReport {
  readonly step: SmokeStep
  readonly ms: number
  readonly problem?: string
}
