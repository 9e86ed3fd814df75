import css from './skeleton.module.css'

/** A placeholder with the size of content that is loading. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
}
