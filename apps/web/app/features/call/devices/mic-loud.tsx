/** A microphone icon with waves: it picks up sound. */
export function MicLoud({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="9" y="2" width="6" height="12" rx="3" fill="currentColor" />
      <path d="M6.5 11a5.5 5.5 0 0 0 11 0M12 16.500v4.500M3.500 5.500v5M20.500 5.500v5" />
    </svg>
  )
}
