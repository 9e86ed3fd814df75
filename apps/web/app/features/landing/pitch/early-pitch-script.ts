import { runPitch } from './pitch.ts'

// This script is in the page directly after the pitch.
const hero = document.currentScript?.parentElement
if (hero) window.earlyPitch = { hero, stop: runPitch(hero) }
