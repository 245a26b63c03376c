/**
 * electron-builder's settings for a Mac build that nobody signs: an Apple processor starts no program
 * without a signature, so it gets one without a name, which the hardened runtime would refuse.
 */
export const unsignedMac = { identity: '-', hardenedRuntime: false, notarize: false } as const
