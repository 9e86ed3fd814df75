import { useEffect, useState } from 'react'
import { useStore } from '../../store/use-store.ts'
import { createRotation, type Rotation, type RotationSnapshot } from './rotation.ts'

const deps = {
  nowMs: () => performance.now(),
  after(work: () => void, delayMs: number) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The rotation, which runs while the page is open. */
export function useRotation(slides: number): [RotationSnapshot, Rotation] {
  const [rotation] = useState(() => createRotation({ ...deps, slides }))
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    return rotation.start(still ? 'reduced' : 'full')
  }, [rotation])
  return [useStore(rotation), rotation]
}
