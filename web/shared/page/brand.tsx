/** The product's mark. @param size in pixels */
export function Brand({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--accent-solid)" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="1.9"
        strokeLinejoin="round"
        strokeLinecap="round"
        d="m12 5.2 6 3.2-6 3.2-6-3.2zM6 12l6 3.2 6-3.2M6 15.4l6 3.2 6-3.2"
      />
    </svg>
  )
}
