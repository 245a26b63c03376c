/** Files that a person chooses in a dialog of main: the window never names a path, and never sees bytes. */
import type { FileContent } from './write-durably.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'

/** A chosen file: its name without the folder, and what it holds. */
export interface ChosenFile {
  readonly name: string
  readonly bytes: Buffer
}

/** A file that could not be read or written, in the system's words. */
export interface FileTrouble {
  readonly file: string
  readonly detail: string
}

/** What may be chosen. */
export interface OpenRequest {
  readonly title: string
  readonly kinds: readonly { readonly name: string; readonly extensions: readonly string[] }[]
  readonly several: boolean
  /** No larger file is read; `largestFileBytes` when left out. */
  readonly largestBytes?: number
}

/** What is written, and under which name it is offered. */
export interface SaveRequest {
  readonly title: string
  readonly suggestedName: string
  readonly kinds: OpenRequest['kinds']
  /** Parts of a text that is too long to be held: they are asked for while it is written. */
  readonly content: FileContent
}

/** The dialogs of main. Null: the person chose nothing. */
export interface FileDialogs {
  open(request: OpenRequest): Promise<Result<readonly ChosenFile[] | null, FileTrouble>>
  save(request: SaveRequest): Promise<Result<{ readonly file: string } | null, FileTrouble>>
  /** A place for main alone, such as of a file too large to be held. Without it nothing can be chosen. */
  choosePlace?(request: PlaceRequest): Promise<string | null>
}

/** What place is asked for. */
export interface PlaceRequest extends Pick<OpenRequest, 'title' | 'kinds'> {
  readonly of: 'file' | 'folder'
}

/** No file that is asked for is larger, unless the request says so. */
export const largestFileBytes = 4 * 1024 * 1024

/** Nor are more asked for at once. */
export const mostFiles = 50
