import { IMAGE_WIDTHS_PX } from '@parley/contract/constants'

const FORMATS = ['avif', 'webp'] as const
const SMALLEST = IMAGE_WIDTHS_PX[0]
const LARGEST = IMAGE_WIDTHS_PX[IMAGE_WIDTHS_PX.length - 1] ?? SMALLEST

function sources(base: string, format: string): string {
  return IMAGE_WIDTHS_PX.map(width => `${base}/${width}.${format} ${width}w`).join(', ')
}

export interface StoredImageProps {
  /** The image's address as the API gives it, without width and format. */
  base: string
  alt: string
  /** CSS `sizes`: the width at which it is shown. */
  sizes: string
  className?: string | undefined
  /** The largest element on the screen: loaded first. */
  eager?: boolean
  /** The image cannot be loaded. */
  onError?: () => void
}

/** A stored image: the browser chooses the width and the best format that it supports. */
export function StoredImage({ base, alt, sizes, className, eager, onError }: StoredImageProps) {
  const loading = eager ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }
  return (
    <picture>
      {FORMATS.map(format => (
        <source key={format} type={`image/${format}`} srcSet={sources(base, format)} sizes={sizes} />
      ))}
      <img
        src={`${base}/${LARGEST}.jpg`}
        srcSet={sources(base, 'jpg')}
        sizes={sizes}
        alt={alt}
        width={LARGEST}
        height={LARGEST}
        decoding="async"
        className={className}
        onError={onError}
        {...loading}
      />
    </picture>
  )
}
