/** What the store keeps of its backups among its settings. */

/** What is wrong with them, in a sentence; null: nothing. Read by the inbox. */
export const problemSetting = 'backups.problem'
/** The last one that was restored to try it: `{ id, at }`. */
export const testedSetting = 'backups.tested'
/** The folder that each is copied to as well; null: none. */
export const secondSetting = 'backups.second-folder'
