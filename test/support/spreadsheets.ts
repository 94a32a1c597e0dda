// Tables as offices of three countries write them, with the type that a person would choose for each column.
//
//   const file = spreadsheetFile(spreadsheets.german);

export interface Spreadsheet {
  readonly separator: string;
  /** The head, the type, and values that are repeated over the rows. */
  readonly columns: readonly (readonly [head: string, type: string, ...values: string[]])[];
}

const count = 24;
const numbered = (print: (at: number) => string) => Array.from({ length: count }, (_, at) => print(at));
const two = (n: number) => String(n).padStart(2, '0');

const german: Spreadsheet = {
  separator: ';',
  columns: [
    ['Kundennummer', 'number', ...numbered((at) => String(10_001 + at))],
    ['Firma', 'text', ...numbered((at) => `Bäckerei Nr. ${at} & Söhne`)],
    ['Anrede', 'select', 'Frau', 'Herr', 'Frau', 'Divers'],
    ['Vorname', 'text', ...numbered((at) => `Jörg-${String.fromCharCode(65 + at)}`)],
    ['Straße', 'text', ...numbered((at) => `Hauptstraße ${at + 1}`)],
    ['PLZ', 'text', '10115', '01067', '80331', '20095'],
    ['Ort', 'text', ...numbered((at) => `Ort ${String.fromCharCode(65 + at)}`)],
    ['Land', 'select', 'DE', 'AT', 'DE', 'CH'],
    ['Telefon', 'text', '030 1234567', '+49 89 123456', '0171-2345678', '040/445566'],
    ['Mobil', 'text', ...numbered((at) => `+49171${2_000_000 + at}`)],
    ['E-Mail', 'email', ...numbered((at) => `kunde${at}@firma.example`)],
    ['Webseite', 'url', ...numbered((at) => `https://www.firma${at}.example/kontakt`)],
    ['Umsatz', 'number', '1.284,50', '21,90', '12.000,00', '0,99', '15'],
    ['Rabatt', 'number', '0', '2,5', '10', '0'],
    ['Menge', 'number', '1', '12', '300', '4'],
    ['Preis (EUR)', 'number', '12,50', '9,99', '1.024,00', '7,00'],
    ['Gewicht kg', 'number', '0,250', '12,000', '1,75', '8,1'],
    ['Kunde seit', 'date', '01.03.2019', '17.12.2020', '05.06.2021', '31.01.2024'],
    ['Geburtsdatum', 'date', '3.4.1980', '21.11.1975', '30.9.1999', '1.1.2000'],
    [
      'Letzte Bestellung',
      'date',
      '20.11.2026 18:42',
      '01.02.2026 08:00',
      '13.05.2025 23:59',
      '09.09.2024 12:30',
    ],
    ['Aktiv', 'bool', 'ja', 'nein', 'ja', 'ja'],
    ['Newsletter', 'bool', 'WAHR', 'FALSCH', 'FALSCH', 'WAHR'],
    ['Gesperrt', 'bool', '0', '1', '0', '0'],
    ['Status', 'select', 'offen', 'bezahlt', 'storniert', 'offen'],
    ['Zahlungsart', 'select', 'Rechnung', 'Lastschrift', 'Kreditkarte', 'Rechnung'],
    ['IBAN', 'text', ...numbered((at) => `DE${two(at)}3704004405320130${two(at)}`)],
    ['USt-IdNr.', 'text', ...numbered((at) => `DE1234567${two(at)}`)],
    ['Artikelnummer', 'text', ...numbered((at) => `00${1_200 + at}`)],
    ['EAN', 'text', ...numbered((at) => String(4_006_381_333_931 + at))],
    ['Bewertung', 'number', '5', '4', '3', '5', '1'],
    [
      'Bemerkung',
      'text',
      'Ruft gern zurück, meist vormittags.',
      'Bitte nicht klingeln; hinten abgeben',
      'Zahlt immer spät',
      'Hat "nein" gesagt',
      'Neu',
      'Zieht um',
      'Stammkunde seit 1999',
    ],
    [
      'Uhrzeit',
      'text',
      '08:00',
      '09:30',
      '17:45',
      '23:15',
      '11:10',
      '12:20',
      '06:05',
      '07:35',
      '13:40',
      '14:50',
      '15:55',
    ],
    ['Leer', 'text', '', ''],
    ['Jahr', 'number', '2019', '2020', '2021', '2024'],
    ['Bild', 'text', ...numbered((at) => `produkt_${at}.jpg`)],
  ],
};

const french: Spreadsheet = {
  separator: ';',
  columns: [
    ['Référence', 'text', ...numbered((at) => `REF-${100 + at}`)],
    ['Désignation', 'text', ...numbered((at) => `Fauteuil n° ${at} en chêne`)],
    ['Catégorie', 'select', 'Salon', 'Chambre', 'Cuisine', 'Salon'],
    ['Prix HT', 'number', '1 284,50', '21,90', '12 000,00', '0,99'],
    ['Prix TTC', 'number', '1\u202f541,40', '26,28', '14\u202f400,00', '1,19'],
    ['TVA', 'number', '20', '5,5', '10', '20'],
    ['Quantité', 'number', '3', '14', '0', '250'],
    ['En stock', 'bool', 'oui', 'non', 'oui', 'oui'],
    ['Publié', 'bool', 'VRAI', 'FAUX', 'VRAI', 'FAUX'],
    ["Date d'ajout", 'date', '15/03/2019', '17/12/2020', '05/06/2021', '31/01/2024'],
    [
      'Modifié le',
      'date',
      '2026-11-20 18:42:10',
      '2025-01-02 08:00:00',
      '2024-05-06 00:00:01',
      '2023-12-31 23:59:59',
    ],
    ['Fournisseur', 'text', ...numbered((at) => `Établissements Lefèvre ${at}`)],
    ['Courriel', 'email', ...numbered((at) => `contact.${at}@lefevre.example`)],
    ['Site', 'url', ...numbered((at) => `http://lefevre${at}.example`)],
    ['Téléphone', 'text', '01 23 45 67 89', '06 12 34 56 78', '+33 1 98 76 54 32', '04 11 22 33 44'],
    ['Portable', 'text', ...numbered((at) => `06123456${two(at)}`)],
    ['Code postal', 'text', '75001', '13002', '69003', '31000'],
    ['Ville', 'text', ...numbered((at) => `Ville-${String.fromCharCode(65 + at)}`)],
    ['Pays', 'select', 'France', 'Belgique', 'France', 'Suisse'],
    ['SIRET', 'text', ...numbered((at) => `732829320000${two(at)}`)],
    ['Poids', 'number', '0,5', '12,25', '7', '3,125'],
    ['Hauteur', 'number', '120', '85', '200', '45'],
    ['Couleur', 'select', 'rouge', 'bleu', 'vert', 'rouge', 'noir'],
    ['Note', 'number', '4,5', '3', '5', '2,5'],
    [
      'Commentaire',
      'text',
      'Livré en deux fois, cassé',
      "N'est plus fabriqué",
      'À revoir',
      'Très bon produit',
      'Rien',
      'Prix à négocier',
      'Retour client',
    ],
    ['Garantie (mois)', 'number', '24', '12', '36', '24'],
    ['Code-barres', 'text', ...numbered((at) => `376000${two(at)}12345678901`)],
    ['Numéro de lot', 'text', ...numbered((at) => `0${4_000 + at}`)],
    ['Identifiant', 'number', ...numbered((at) => String(at + 1))],
    ['Description', 'editor', ...numbered((at) => `<p>Un fauteuil <b>${at}</b></p>`)],
    ['Attributs', 'json', ...numbered((at) => `{""bois"": ""chêne"", ""n"": ${at}}`)],
    ['Étiquettes', 'text', ...numbered((at) => `promo, soldes ${at}`)],
    ['Température', 'number', '-3,5', '12', '-0,1', '21'],
    ['État', 'select', 'Neuf', 'Occasion', 'Neuf', 'Neuf'],
  ],
};

const american: Spreadsheet = {
  separator: ',',
  columns: [
    ['Order ID', 'text', ...numbered((at) => `SO-${1_000 + at}`)],
    ['Order Date', 'date', '11/20/2026', '1/2/2026', '5/13/2025', '09/09/2024'],
    [
      'Ship Date',
      'date',
      '11/22/2026 6:42 PM',
      '1/5/2026 8:00 AM',
      '5/15/2025 11:59 PM',
      '9/13/2024 12:30 AM',
    ],
    ['Customer Name', 'text', ...numbered((at) => `Casey ${String.fromCharCode(65 + at)}. O'Neil`)],
    ['Segment', 'select', 'Consumer', 'Corporate', 'Home Office', 'Consumer'],
    ['Email', 'email', ...numbered((at) => `casey+${at}@shop.example`)],
    ['Phone', 'text', '(555) 123-4567', '555-987-6543', '+1 555 222 3333', '(555) 765-4321'],
    ['Zip', 'text', '10001', '02134', '94105', '60601'],
    ['State', 'select', 'NY', 'MA', 'CA', 'IL'],
    ['City', 'text', ...numbered((at) => `Springfield ${String.fromCharCode(65 + at)}`)],
    ['Sales', 'number', '"1,284.50"', '21.9', '"12,000.00"', '0.99'],
    ['Quantity', 'number', '3', '14', '1', '250'],
    ['Discount', 'number', '0', '0.2', '0.15', '0'],
    ['Profit', 'number', '-12.5', '41.91', '0', '219.58'],
    ['Taxable', 'bool', 'TRUE', 'FALSE', 'TRUE', 'TRUE'],
    ['Subscribed', 'bool', 'yes', 'no', 'no', 'yes'],
    ['Returned', 'bool', '1', '0', '0', '0'],
    ['Website', 'url', ...numbered((at) => `https://shop.example/orders/${at}?ref=a&b=c`)],
    ['SKU', 'text', ...numbered((at) => String(50_010 + at))],
    ['UPC', 'text', ...numbered((at) => `0${36_000_291_452 + at}`)],
    ['Card number', 'text', ...numbered((at) => `41111111111111${two(at)}`)],
    ['Priority', 'select', 'low', 'high', 'medium', 'low'],
    [
      'Notes',
      'text',
      'Leave at door',
      '"Call first, then ring"',
      'Gift',
      'Fragile glass',
      'None',
      'Second floor',
      'Gate code 77',
    ],
    ['Created At', 'date', ...numbered((at) => `2026-11-${two((at % 28) + 1)}T08:15:${two(at)}Z`)],
    ['Timestamp', 'date', ...numbered((at) => String(1_764_400_000 + at * 60))],
    [
      'Version',
      'text',
      '1.2.3',
      '1.10.0',
      '2.0.0',
      '10.4.1',
      '3.3.3',
      '4.5.6',
      '7.8.9',
      '1.0.1',
      '2.2.2',
      '5.5.5',
      '6.1.0',
    ],
    ['Latitude', 'number', '40.7128', '42.3601', '37.7749', '41.8781'],
    ['Longitude', 'number', '-74.006', '-71.0589', '-122.4194', '-87.6298'],
    ['Amount due', 'number', '"1,000.25"', '"2,500.00"', '12.10', '0.5'],
    ['Rating', 'number', '5', '4', '3', '5'],
    ['Payload', 'json', ...numbered((at) => `"{""gift"": ${at % 2 === 0}, ""n"": ${at}}"`)],
    ['Tags', 'json', ...numbered((at) => `"[""a"", ""b${at}""]"`)],
    ['Due', 'date', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    ['Year', 'number', '2019', '2020', '2021', '2024'],
    ['Color', 'select', 'red', 'blue', 'green', 'red', 'black'],
  ],
};

export const spreadsheets = { german, french, american };

/** Prints the table as CSV. Values that hold quotes are already in them, but for the attributes of the French one. */
export function spreadsheetFile({ separator, columns }: Spreadsheet): string {
  const rows = numbered((at) =>
    columns
      .map(([, type, ...values]) => {
        const value = values[at % values.length] ?? '';
        const needsQuotes = !value.startsWith('"') && (value.includes('"') || value.includes(separator));
        if (!needsQuotes) return value;
        // Those of JSON are doubled.
        return `"${type === 'json' ? value : value.replaceAll('"', '""')}"`;
      })
      .join(separator),
  );
  return [columns.map(([head]) => head).join(separator), ...rows, ''].join('\r\n');
}
