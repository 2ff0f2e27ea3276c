// The demo companies' inventory, as rows of plain tables: easy to read, easy to add to.

/** name, contact, e-mail, phone, address, website, status, payment terms, shipping method, IBAN or account number */
export type VendorRow = [string, string, string, string, string, string, 'active' | 'inactive', string, string, string]

/** part number, name, location, vendor (its position in the list of vendors), cost, retail price, stock, reorder threshold, unit and decimals */
export type PartRow = [string, string, string | null, number | null, number, number, number, number, string?, number?]

/** SKU, name, location, category, cost, retail price, stock */
export type ProductRow = [string, string, string | null, string, number, number, number]

/** assembly number, name, location, stock */
export type AssemblyRow = [string, string, string | null, number]

/** `boms`: by the number of the assembly or the SKU of the product, '2 x NUMBER, 1 x NUMBER' */
export type DemoInventory = {
  vendors: VendorRow[]
  parts: PartRow[]
  products: ProductRow[]
  assemblies: AssemblyRow[]
  boms: Record<string, string>
}

// biome-ignore format: reads as a table
export const sbrInventory: DemoInventory = {
  vendors: [
    ['Harbor Office Supply', 'Jane Whitfield', 'orders@harboroffice.example', '+1 206 555 0141', '14 Pier Road, Seattle, WA 98101', 'https://harboroffice.example', 'active', 'Net 30', 'ups', '4410 2287 19'],
  ],
  parts: [
    ['SBR-001', 'Asset tag, anodised aluminium, 50 x 20 mm', 'Office / Cabinet 2', 0, 0.42, 0.9, 640, 200],
    ['SBR-002', 'Thermal label roll, 100 x 150 mm', 'Office / Cabinet 2', 0, 6.8, 9.5, 18, 24],
    ['SBR-003', 'Barcode scanner, cordless', 'Office / Shelf 4', 0, 138, 189, 5, 2],
    ['SBR-004', 'Tablet holder, bench mount', 'Office / Shelf 4', null, 24.5, 39, 9, 4],
  ],
  products: [],
  assemblies: [],
  boms: {},
}

// biome-ignore format: reads as a table
export const southInventory: DemoInventory = {
  vendors: [
    ['Gulf Electric Wholesale', 'Renee Dufour', 'sales@gulfelectric.example', '+1 504 555 0126', '880 Canal Street, New Orleans, LA 70112', 'https://gulfelectric.example', 'active', 'Net 30', 'ups', '7720 1184 03'],
    ['Bayou Pneumatics', 'Hector Salinas', 'hector@bayoupneumatics.example', '+1 985 555 0173', '12 Industrial Parkway, Houma, LA 70360', 'https://bayoupneumatics.example', 'active', 'Net 45', 'freight', '7720 5521 88'],
    ['Kessler Klemmtechnik GmbH', 'Anke Kessler', 'vertrieb@kessler-klemm.example', '+49 5231 555 014', 'Am Zubringer 9, 32758 Detmold, Germany', 'https://kessler-klemm.example', 'active', '14 days 2 %, 30 days net', 'dhl', 'DE89370400440532013000'],
    ['Delta Cable & Cord', 'Wes Patterson', 'wes@deltacable.example', '+1 601 555 0190', '301 Levee Road, Vicksburg, MS 39180', 'https://deltacable.example', 'inactive', 'Prepaid', 'none', '7720 9017 42'],
  ],
  parts: [
    ['EL-100', 'Terminal block, push-in, 2.5 mm², grey', 'A1-01', 2, 0.58, 1.15, 2400, 800],
    ['EL-101', 'Terminal block, push-in, 4 mm², grey', 'A1-02', 2, 0.74, 1.45, 1150, 500],
    ['EL-102', 'Ground terminal, 4 mm², green-yellow', 'A1-03', 2, 1.62, 3.1, 180, 200],
    ['EL-103', 'End bracket for 35 mm rail', 'A1-04', 2, 0.49, 0.98, 900, 300],
    ['EL-110', 'DIN rail, 35 x 7.5 mm, slotted, 2 m', 'R2-01', 2, 4.85, 8.9, 64, 20],
    ['EL-120', 'Miniature circuit breaker, C 10 A, 1 pole', 'A2-01', 0, 7.9, 14.5, 85, 40],
    ['EL-121', 'Miniature circuit breaker, C 16 A, 3 pole', 'A2-02', 0, 22.4, 38.9, 31, 15],
    ['EL-130', 'Contactor, 9 A, 24 V DC coil', 'A2-05', 0, 26.75, 46, 22, 12],
    ['EL-131', 'Overload relay, 4 to 6.3 A', 'A2-06', 0, 31.2, 54.5, 7, 8],
    ['EL-140', 'Power supply, 24 V DC, 5 A, DIN rail', 'A3-01', 0, 58.3, 96, 14, 6],
    ['EL-150', 'Emergency stop button, 40 mm, twist release', 'A3-04', 0, 18.9, 34.5, 26, 10],
    ['CB-200', 'Control cable, 4 x 0.75 mm²', 'C1-01', 3, 1.34, 2.4, 1860.5, 500, 'm', 2],
    ['CB-201', 'Control cable, 7 x 1.0 mm²', 'C1-02', 3, 2.62, 4.55, 418.75, 500, 'm', 2],
    ['CB-210', 'Sensor cable M12, 4 pole, 5 m', 'C1-06', 0, 9.45, 17.9, 73, 30],
    ['PN-300', 'Compact cylinder, 32 mm bore, 50 mm stroke', 'B1-01', 1, 41.8, 72, 16, 6],
    ['PN-301', 'Compact cylinder, 50 mm bore, 100 mm stroke', 'B1-02', 1, 67.5, 115, 4, 4],
    ['PN-310', 'Solenoid valve, 5/2, 1/4 in, 24 V DC', 'B1-05', 1, 38.6, 66.5, 19, 8],
    ['PN-320', 'Push-in fitting, 8 mm x 1/4 in', 'B2-01', 1, 1.12, 2.2, 640, 250],
    ['PN-321', 'PU tube, 8 x 5 mm, blue', 'B2-04', 1, 0.66, 1.25, 1320, 400, 'm', 2],
    ['PN-330', 'Filter regulator, 1/2 in, 5 µm', 'B2-08', 1, 54.2, 92.5, 9, 3],
  ],
  products: [
    ['KIT-24V', 'Control cabinet starter kit, 24 V', 'D1-01', 'Kits', 164.8, 279, 6],
    ['KIT-AIR', 'Air preparation kit, 1/2 in', 'D1-02', 'Kits', 118.4, 205, 11],
    ['SET-M12', 'Sensor cable set M12, 10 pieces', 'D1-03', 'Sets', 92.1, 165, 0],
  ],
  assemblies: [
    ['RAIL-24', 'Rail with terminals, 24 V', 'D2-01', 9],
    ['CORD-M12', 'Sensor cable M12, labelled', 'D2-02', 34],
  ],
  boms: {
    'RAIL-24': '1 x EL-110, 20 x EL-100, 6 x EL-101, 4 x EL-102, 4 x EL-103',
    'CORD-M12': '1 x CB-210',
    'KIT-24V': '1 x RAIL-24, 1 x EL-140, 2 x EL-120, 1 x EL-150, 7.35 x CB-201, 0.35 x CB-200',
    'KIT-AIR': '1 x PN-330, 1 x PN-310, 6 x PN-320, 4.5 x PN-321',
    'SET-M12': '10 x CORD-M12',
  },
}
