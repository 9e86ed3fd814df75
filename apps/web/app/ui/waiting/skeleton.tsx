import css from './skeleton.module.css'

/** Holds the place of something on its way, in its size. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
}
