import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { FileTrouble } from './chosen-file.ts'

/** Returns the failure for the window of a file that could not be read or written. */
export const fileFailed = (trouble: FileTrouble): Failure<'file-failed'> => ({
  code: 'file-failed',
  ...trouble,
})

/** Returns a file name that every system accepts. */
export const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()
